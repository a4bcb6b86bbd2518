/** Says who asks too often: each may ask so often a minute, and some of it at once. */
export interface RateLimit {
  /** The seconds until there is one to take; undefined where there is one now. */
  wait(who: string): number | undefined
  /** Takes one; undefined where it is given, else the seconds until there is one again. */
  take(who: string): number | undefined
}

interface Bucket {
  left: number
  at: number
}

/** More than these are looked through for those that are full again. */
const MANY = 10_000

export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000
  const filled = ({ left, at }: Bucket, time: number): number =>
    Math.min(perMinute, left + Math.max(0, time - at) * perMs)
  const forgetFull = (time: number): void => {
    for (const [who, bucket] of buckets) if (filled(bucket, time) >= perMinute) buckets.delete(who)
  }
  const leftOf = (who: string, time: number): number =>
    filled(buckets.get(who) ?? { left: perMinute, at: time }, time)
  const secondsFor = (left: number): number | undefined =>
    left < 1 ? Math.ceil((1 - left) / perMs / 1000) : undefined
  return {
    wait: (who) => secondsFor(leftOf(who, now())),
    take(who) {
      const time = now()
      if (buckets.size > MANY) forgetFull(time)
      const left = leftOf(who, time)
      buckets.set(who, { left: left < 1 ? left : left - 1, at: time })
      return secondsFor(left)
    },
  }
}
