/** Turns texts into vectors of meaning. It may nominate candidates; it decides nothing. */
export interface Embedder {
  readonly name: string
  readonly dimensions: number
  /** One vector a text, in their order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}
