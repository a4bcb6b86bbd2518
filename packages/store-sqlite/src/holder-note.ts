import { closeSync, constants, futimesSync, openSync, readFileSync, writeSync } from 'node:fs'

const LABEL_CHARACTERS = 60
const NOTE_BYTES = 256

/**
 * A small file beside the store that says who holds the write lock, so that whoever waits in vain
 * can name them. Written after the lock is taken and left there: only a note of a held lock is read.
 * Its time is that of the last write, to whoever keeps something that was made from the store.
 */
export class HolderNote {
  readonly #path: string
  #file: number | undefined

  constructor(storePath: string) {
    this.#path = `${storePath}-writer`
  }

  /** A note that can't be written must not stop the write itself. */
  write(label: string): void {
    try {
      this.#file ??= openSync(this.#path, constants.O_WRONLY | constants.O_CREAT, 0o600)
      const note = Buffer.alloc(NOTE_BYTES, ' ')
      note.write(`process ${process.pid} (${label.slice(0, LABEL_CHARACTERS)})`)
      writeSync(this.#file, note, 0, NOTE_BYTES, 0)
    } catch {
      // The lock is held all the same.
    }
  }

  /** What was read before this may be without the write that has just been committed. */
  committed(): void {
    if (this.#file === undefined) return
    const now = Date.now() / 1000
    try {
      futimesSync(this.#file, now, now)
    } catch {
      // The note's own time is that of the write's beginning, which is nearly as good.
    }
  }

  /** `process 4711 (varve compact)`, or `another process` where no note can be read. */
  describe(): string {
    try {
      return readFileSync(this.#path, 'utf8').trimEnd() || 'another process'
    } catch {
      return 'another process'
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
