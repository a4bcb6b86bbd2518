import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATA } from './read-projects.ts'

/** What a model learnt from one session. */
export interface ModelLearning {
  readonly id: string
  readonly text: string
  /** The agent's own id of the session. */
  readonly session: string
}

/** What a session was about, how it went and what is left to do is no learning. */
const KINDS = new Set(['repo', 'workflow', 'code', 'friction'])
const FILES = ['entireio-cli', 'packmind-context-evaluator']

/** What a model learnt from the sessions of these projects, as far as it is about the project. */
export function readModelLearnings(): readonly ModelLearning[] {
  return FILES.flatMap((name) => {
    const file = join(DATA, `memory-stores/entire-learnings/${name}.learnings.jsonl`)
    if (!existsSync(file)) return []
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; kind: string; text: string; session_id: string })
      .filter(({ kind }) => KINDS.has(kind))
      .map(({ id, text, session_id }) => ({ id, text, session: session_id }))
  })
}
