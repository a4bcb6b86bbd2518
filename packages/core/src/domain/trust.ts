/** From least to most trusted. */
export const TRUSTS = ['web', 'tool', 'repo', 'agent', 'user'] as const
export type Trust = (typeof TRUSTS)[number]

export function trustRank(trust: Trust): number {
  return TRUSTS.indexOf(trust)
}
