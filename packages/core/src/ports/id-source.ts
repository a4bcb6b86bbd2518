/** Fresh random ids, as an argument. */
export interface IdSource {
  /** A random UUID (version 4, 122 random bits). */
  uuid(): string
}
