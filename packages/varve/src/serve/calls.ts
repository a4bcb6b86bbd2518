/** Waits for somebody else, and lets other calls go on meanwhile. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

/**
 * The calls over one set of memories: one after another, so that none closes the memory that another works
 * on. One that waits for an answer from outside stands aside, and goes on when it is its turn again.
 */
export class Calls {
  #last: Promise<void> = Promise.resolve()

  async next<T>(run: (aside: Aside) => Promise<T>): Promise<T> {
    let release = await this.#turn()
    const aside: Aside = async (wait) => {
      release()
      try {
        return await wait()
      } finally {
        release = await this.#turn()
      }
    }
    try {
      return await run(aside)
    } finally {
      release()
    }
  }

  /** Comes when all that asked before have had theirs; who has it gives it up. */
  async #turn(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}
