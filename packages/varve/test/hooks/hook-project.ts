import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyPlan, entryId, type Operation, type Trust } from '@varve/core'
import { buildAdd } from '@varve/core/testing'
import { compose } from '../../src/compose.ts'
import type { HostName } from '../../src/hooks/host-outputs.ts'
import { answerHook, type HookAnswer } from '../../src/hooks/run-hook.ts'
import type { OperationContext } from '../../src/operations/context.ts'

const DAY = Date.UTC(2026, 2, 7)

export interface Known {
  readonly content: string
  readonly category?: string
  readonly pinned?: boolean
  readonly trust?: Trust
  readonly confidence?: 'low' | 'high'
  readonly isStalled?: boolean
  /** In so many sessions it was seen: it is a learning. */
  readonly sessions?: number
  /** Which of those before it this one corrects. */
  readonly corrects?: number
}

export interface Firing {
  readonly agent?: HostName
  readonly env?: Readonly<Record<string, string>>
}

/** A project of which hooks are told, in this process: what they print, and what they leave. */
export interface HookProject {
  readonly folder: string
  readonly dataDir: string
  readonly context: OperationContext
  /** Takes in entries, a second apart, the last of them the newest. */
  know(entries: readonly Known[]): void
  answer(event: string, input: object | string, firing?: Firing): Promise<HookAnswer>
  /** What is printed; each in a session of its own where the input names none. */
  fire(event: string, input: object | string, firing?: Firing): Promise<string>
  close(): void
}

export function openHookProject(config: object = {}): HookProject {
  const root = mkdtempSync(join(tmpdir(), 'varve-hooks-'))
  const folder = join(root, 'shop')
  mkdirSync(join(folder, '.varve'), { recursive: true })
  writeFileSync(join(folder, '.varve/config.json'), JSON.stringify({ project: { name: 'shop' }, ...config }))
  const env = { VARVE_HOME: join(root, 'home'), HOME: root, VARVE_ACTOR: 'ada' }
  const { context, close } = compose({
    via: 'library',
    cwd: folder,
    env,
    readInput: async () => '',
    confirm: async () => true,
    editText: async () => undefined,
    progress: () => {},
  })
  context.writing()
  let sessions = 0
  let entries = 0
  const answer: HookProject['answer'] = (event, input, { agent = 'claude-code', env: more = {} } = {}) => {
    const text =
      typeof input === 'string' ? input : JSON.stringify({ session_id: `s${++sessions}`, ...input })
    return answerHook([event, '--agent', agent], folder, { ...env, ...more }, async () => text)
  }
  return {
    folder,
    context,
    dataDir: context.place.dataDir,
    know(all) {
      const ids = all.map((_, index) => idOf(entries + index))
      const operations = all.flatMap((each, index) =>
        operationsOf(each, ids, index, DAY + (entries + index) * 1000),
      )
      entries += all.length
      context
        .writing()
        .transact('test', (writer) =>
          applyPlan(
            writer,
            { stage: 'edit', command: 'add', operations, base: [] },
            { actor: 'ada', via: 'library', branch: null, now: DAY + entries * 1000 },
          ),
        )
    },
    answer,
    fire: async (event, input, firing) => (await answer(event, input, firing)).output ?? '',
    close: () => {
      close()
      rmSync(root, { recursive: true })
    },
  }
}

const idOf = (number: number) => `${(number + 1).toString(16).padStart(8, '0')}-3a0c-4c2b-9f4e-6b1f2a9c8d30`

function sightings({ sessions = 0, trust = 'user' }: Known, id: string): readonly Operation[] {
  return Array.from({ length: sessions }, (_, session) => ({
    op: 'learning.sight',
    id: entryId(id),
    occasion: `session ${session}`,
    source: { kind: 'session', trust },
    rating: { impact: 5, specificity: 5, evidence: [] },
  }))
}

function operationsOf(known: Known, ids: readonly string[], index: number, at: number): readonly Operation[] {
  const { content, category = 'operations', pinned, trust = 'user', confidence, isStalled, corrects } = known
  const id = ids[index] ?? ''
  const add = buildAdd(id, content, {
    category,
    created: at,
    source: { kind: trust === 'user' ? 'human' : 'agent', trust },
    ...(pinned && { pinned }),
    ...(confidence && { confidence }),
  })
  const flag = { op: 'flag.set', id: entryId(id), kind: 'stalled', reason: 'untouched', was: null } as const
  const edge = {
    op: 'lineage.add',
    kind: 'supersedes',
    top: entryId(id),
    under: entryId(ids[corrects ?? 0] ?? ''),
    was: null,
  } as const
  return [
    add,
    ...sightings(known, id),
    ...(isStalled ? [flag] : []),
    ...(corrects === undefined ? [] : [edge]),
  ]
}
