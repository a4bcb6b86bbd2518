/** The calls over one set of memories: one after another, so that none closes the memory that another works on. */
export class Calls {
  #last: Promise<unknown> = Promise.resolve()

  next<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#last.then(run)
    this.#last = done.catch(() => undefined)
    return done
  }
}
