/** Turns texts into vectors of meaning. It may nominate entries; it decides nothing. */
export interface Embedder {
  /** Vectors of different names are never compared: a name stands for one model and its settings. */
  readonly name: string
  readonly dimensions: number
  /** One vector a text, in their order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}
