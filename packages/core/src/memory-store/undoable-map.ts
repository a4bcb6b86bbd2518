/** What takes back the writes of an open transaction, newest last. */
export class UndoLog {
  #steps: (() => void)[] | undefined

  get isOpen(): boolean {
    return this.#steps !== undefined
  }

  begin(): void {
    this.#steps = []
  }

  note(step: () => void): void {
    this.#steps?.push(step)
  }

  commit(): void {
    this.#steps = undefined
  }

  rollBack(): void {
    const steps = this.#steps ?? []
    this.#steps = undefined
    for (const step of steps.reverse()) step()
  }
}

/** A map whose changes an undo log can take back. */
export class UndoableMap<K, V> {
  readonly #values = new Map<K, V>()
  readonly #log: UndoLog

  constructor(log: UndoLog) {
    this.#log = log
  }

  get size(): number {
    return this.#values.size
  }

  has(key: K): boolean {
    return this.#values.has(key)
  }

  get(key: K): V | undefined {
    return this.#values.get(key)
  }

  values(): V[] {
    return [...this.#values.values()]
  }

  entries(): (readonly [K, V])[] {
    return [...this.#values.entries()]
  }

  keys(): K[] {
    return [...this.#values.keys()]
  }

  set(key: K, value: V): void {
    this.#noteOld(key)
    this.#values.set(key, value)
  }

  delete(key: K): void {
    this.#noteOld(key)
    this.#values.delete(key)
  }

  #noteOld(key: K): void {
    const old = this.#values.get(key)
    this.#log.note(() => {
      if (old === undefined) this.#values.delete(key)
      else this.#values.set(key, old)
    })
  }
}
