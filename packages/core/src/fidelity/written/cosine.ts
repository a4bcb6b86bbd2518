/** How near two vectors of one embedder are in direction, from 0 to 1. */
export function nearness(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let [dot, left, right] = [0, 0, 0]
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0]
    dot += x * y
    left += x * x
    right += y * y
  }
  return left === 0 || right === 0 ? 0 : Math.max(0, dot / Math.sqrt(left * right))
}
