import type { Machine, Part, Piece } from './agent.ts'

/** How an agent starts the tools. By name, so that the entry is right on every machine. */
export const MCP_COMMAND = 'varve'
export const MCP_WORDS = ['mcp'] as const

/** Pieces of which this build has what they start: an agent is never pointed to a command that isn't there. */
export function thatCanRun(pieces: readonly Piece[], machine: Machine): readonly Piece[] {
  const missing: ReadonlySet<Part> = new Set([
    ...(machine.hasMcp ? [] : (['mcp'] as const)),
    ...(machine.hookProgram === undefined ? (['hooks', 'prompt'] as const) : []),
  ])
  return pieces.filter(({ part }) => !missing.has(part))
}
