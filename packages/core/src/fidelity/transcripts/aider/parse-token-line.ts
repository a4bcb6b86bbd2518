import type { CallUsage } from '../transcript.ts'

/** What `Tokens: 6.7k sent, 1.2k cache hit, 300 received. Cost: $0.02 message, …` reports of a call. */
export function parseTokenLine(text: string): Omit<CallUsage, 'segment' | 'message'> | undefined {
  const line = /^Tokens: ([\d.,]+[kM]?) sent(.*?), ([\d.,]+[kM]?) received(?:\. Cost: \$([\d.]+))?/.exec(text)
  if (line === null) return undefined
  const between = line[2] ?? ''
  const cacheRead = /([\d.,]+[kM]?) (?:cached|cache hit)/.exec(between)?.[1]
  const cacheWrite = /([\d.,]+[kM]?) cache write/.exec(between)?.[1]
  return {
    input: countOf(line[1] ?? ''),
    output: countOf(line[3] ?? ''),
    ...(cacheRead === undefined ? {} : { cacheRead: countOf(cacheRead) }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: countOf(cacheWrite) }),
    ...(line[4] === undefined ? {} : { costUsd: Number(line[4]) }),
  }
}

/** `6.7k` is 6,700. */
function countOf(text: string): number {
  const number = Number.parseFloat(text.replaceAll(',', ''))
  const factor = text.endsWith('k') ? 1000 : text.endsWith('M') ? 1_000_000 : 1
  return Math.round(number * factor)
}
