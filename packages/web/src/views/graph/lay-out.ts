/** Where a node lies, from 0 to 1 both ways. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** A pair of places that pull each other. */
export type Pull = readonly [from: number, to: number]

const ROUNDS = 240
const LENGTH = 1
const REPULSION = 1.4
const TO_THE_MIDDLE = 0.012
/** As many as a picture is full of. */
const MANY = 12
/** Turns from one node to the next as the seeds of a sunflower lie: evenly, and always the same. */
const TURN = Math.PI * (3 - Math.sqrt(5))

interface Body {
  x: number
  y: number
  pushX: number
  pushY: number
}

/**
 * Lays nodes out so that what is joined lies close and the rest apart. Nothing of it is left to chance: the
 * same graph is the same picture.
 */
export function layOut(count: number, pulls: readonly Pull[]): readonly Place[] {
  const bodies: readonly Body[] = Array.from({ length: count }, (_, nth) => ({
    x: Math.sqrt(nth + 0.5) * Math.cos(nth * TURN),
    y: Math.sqrt(nth + 0.5) * Math.sin(nth * TURN),
    pushX: 0,
    pushY: 0,
  }))
  for (let round = 0; round < ROUNDS; round += 1) {
    pushApart(bodies)
    for (const [from, to] of pulls) pullTogether(bodies[from], bodies[to])
    const most = LENGTH * (1 - round / ROUNDS)
    for (const body of bodies) move(body, most)
  }
  return fitted(bodies)
}

function pushApart(bodies: readonly Body[]): void {
  bodies.forEach((a, nth) => {
    for (let other = 0; other < nth; other += 1) {
      const b = bodies[other]
      if (b === undefined) continue
      const [x, y] = [a.x - b.x, a.y - b.y]
      const push = REPULSION / Math.max(0.05, x * x + y * y)
      a.pushX += x * push
      a.pushY += y * push
      b.pushX -= x * push
      b.pushY -= y * push
    }
  })
}

function pullTogether(a: Body | undefined, b: Body | undefined): void {
  if (a === undefined || b === undefined || a === b) return
  const [x, y] = [b.x - a.x, b.y - a.y]
  const distance = Math.hypot(x, y) || 1
  const pull = (0.25 * (distance - LENGTH)) / distance
  a.pushX += x * pull
  a.pushY += y * pull
  b.pushX -= x * pull
  b.pushY -= y * pull
}

function move(body: Body, most: number): void {
  const [x, y] = [body.pushX - body.x * TO_THE_MIDDLE * 8, body.pushY - body.y * TO_THE_MIDDLE * 8]
  const length = Math.hypot(x, y) || 1
  const step = Math.min(most, length * 0.3) / length
  body.x += x * step
  body.y += y * step
  body.pushX = 0
  body.pushY = 0
}

function fitted(bodies: readonly Body[]): readonly Place[] {
  const xs = scaleOf(bodies.map(({ x }) => x))
  const ys = scaleOf(bodies.map(({ y }) => y))
  // A few that were drawn to the corners would seem to have nothing to do with each other.
  const spread = Math.min(1, Math.sqrt(bodies.length / MANY))
  const inMiddle = (share: number) => 0.5 + (share - 0.5) * spread
  return bodies.map(({ x, y }) => ({ x: inMiddle(xs(x)), y: inMiddle(ys(y)) }))
}

function scaleOf(values: readonly number[]): (value: number) => number {
  const least = Math.min(...values)
  const width = Math.max(...values) - least
  return (value) => (width === 0 ? 0.5 : (value - least) / width)
}
