import {
  ALTITUDES,
  type Entry,
  est1,
  LAYERS,
  MEM_STATES,
  MEM_TYPES,
  type OpenView,
  recordHeader,
  recordLine,
  type StoreReader,
  singleLine,
} from '@varve/core'
import {
  altitudeOf,
  heatBandOf,
  heatOf,
  importanceOf,
  layerOf,
  momentumOf,
  normaliseEntity,
  parseLayer,
  readUses,
  recallScore,
  subjectOf,
  usageOf,
} from '@varve/core/consolidate'
import { type FoundEntry, searchEntries } from '@varve/core/recall'
import { projectName } from '../project/project-name.ts'
import { viewFor } from './commit.ts'
import type { OperationContext } from './context.ts'
import { choice, flag, type InputOf, integer, rest, text } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { knownSubjects } from './recall/subjects.ts'
import { withinTokens } from './recall/within-tokens.ts'
import { shortIdIn } from './short-id.ts'

const USUAL_TOKENS = 2000
const USUAL_LIMIT = 50
const MOST = 200
/** How much goes on is read off the newest. */
const LOOKED_AT = 2000

const fields = {
  text: rest('What about; none at all: what is warmest', 'text'),
  entity: text('Only what speaks of this', { value: 'name' }),
  layer: text('Only of this layer, or another word for it', { value: LAYERS.join('|') }),
  altitude: choice('Only so far above the code', ALTITUDES),
  memType: choice('Only this, in a course of work', MEM_TYPES),
  memState: choice('Only work that is so far', MEM_STATES),
  tag: text('Only with this tag', { value: 'tag' }),
  band: choice('Only what is so warm', ['hot', 'warm', 'cold', 'frozen']),
  maxTokens: integer(`No more than so many tokens (default ${USUAL_TOKENS})`, { minimum: 100 }),
  limit: integer(`How many at most (default ${USUAL_LIMIT}, no more than ${MOST})`, {
    minimum: 1,
    maximum: MOST,
  }),
  offset: integer('How many to pass over'),
  preview: flag('Only look: what is recalled does not count as used'),
}

type Input = InputOf<typeof fields>

/** `varve recall`: what is known, ordered by how well it fits and how warm it is, within a budget. */
export const recall = defineOperation({
  name: 'recall',
  summary: 'Recall what is known, the warmest first, within a budget',
  effect: 'reads',
  fields,
  examples: [
    'varve recall connection pool --entity checkout-api',
    'varve recall --layer caveat --max-tokens 500',
  ],
  run(input, context) {
    const reader = context.reading()
    const view = viewFor(context, reader)
    const query = input.text.join(' ')
    const ranked = rank(found(reader, view, input, context), query, view, context).filter(
      ({ heat }) => input.band === undefined || heatBandOf(heat) === input.band,
    )
    const { offset = 0, limit = USUAL_LIMIT, maxTokens = USUAL_TOKENS } = input
    const page = ranked.slice(offset, offset + limit).map(({ entry, heat, via }) => ({
      id: entry.id,
      ...(via !== undefined && { via }),
      entity: subjectOf(entry, projectName(context.place, context.config)).name,
      layer: layerOf(entry),
      heat: Math.round(heat * 10) / 10,
      band: heatBandOf(heat),
      text: entry.title === undefined ? entry.content : `${entry.title}: ${entry.content}`,
    }))
    const { items, isCut } = withinTokens(page, maxTokens, est1)
    if (!input.preview)
      context.noteUse(
        'recall',
        items.flatMap(({ id, via }) => via ?? id),
      )
    return rendered(reader, { query, total: ranked.length, truncated: isCut, items })
  },
})

interface Candidate {
  readonly entry: Entry
  readonly relevance: number
  readonly via: Entry['id'] | undefined
}

/** What the words lead to and the filters let through; without words, all of it. */
function found(
  reader: StoreReader,
  view: OpenView,
  input: Input,
  context: OperationContext,
): readonly Candidate[] {
  const text = input.text.join(' ')
  const candidates =
    text.trim() === ''
      ? [...view.entries({ visibility: 'heads' })].map((entry) => ({ entry, relevance: 0, via: undefined }))
      : searchEntries(reader, view, { text, now: context.clock.now() }).items.map(candidateOf)
  const filters = filtersOf(input, projectName(context.place, context.config))
  return candidates.filter(({ entry }) => filters.every((filter) => filter(entry)))
}

function candidateOf({ entry, id, match, relevance }: FoundEntry): Candidate {
  return { entry, relevance, via: match.entry.id === id ? undefined : match.entry.id }
}

function filtersOf(input: Input, project: string): readonly ((entry: Entry) => boolean)[] {
  const { entity, layer, altitude, memType, memState, tag } = input
  const name = entity === undefined ? undefined : normaliseEntity(entity)
  const asked = layer === undefined ? undefined : parseLayer(layer)
  return [
    ...(name === undefined ? [] : [(each: Entry) => normaliseEntity(subjectOf(each, project).name) === name]),
    ...(asked === undefined ? [] : [(each: Entry) => layerOf(each) === asked]),
    ...(altitude === undefined ? [] : [(each: Entry) => altitudeOf(each) === altitude]),
    ...(memType === undefined ? [] : [(each: Entry) => each.mem_type === memType]),
    ...(memState === undefined ? [] : [(each: Entry) => each.mem_state === memState]),
    ...(tag === undefined ? [] : [(each: Entry) => each.tags.includes(tag)]),
  ]
}

function rank(candidates: readonly Candidate[], query: string, view: OpenView, context: OperationContext) {
  const now = context.clock.now()
  const usesOf = readUses(context.reading().accesses())
  const project = projectName(context.place, context.config)
  const subjects = knownSubjects(view, project, LOOKED_AT)
  const best = Math.max(...candidates.map(({ relevance }) => relevance), Number.EPSILON)
  const words = query.split(/\s+/).filter((word) => word !== '').length
  // Of one subject there may be thousands of entries: how lively it is, is worked out once.
  const momentumBySubject = new Map<string, number>()
  const momentumAround = (key: string): number => {
    const known = momentumBySubject.get(key)
    if (known !== undefined) return known
    const momentum = momentumOf(subjects.get(key)?.happenings ?? [], now)
    momentumBySubject.set(key, momentum)
    return momentum
  }
  return candidates
    .map((candidate) => {
      const { entry, relevance } = candidate
      const heat = heatOf(usageOf(usesOf(entry.id), entry.created, now), importanceOf(entry))
      const momentum = momentumAround(subjectOf(entry, project).key)
      const importance = importanceOf(entry)
      const score = recallScore(
        { relevance: relevance / best, heat: heat / 100, momentum: momentum / 10, importance },
        words,
      )
      return { ...candidate, heat, score }
    })
    .sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
}

interface Recalled {
  readonly query: string
  readonly total: number
  readonly truncated: boolean
  readonly items: readonly {
    readonly id: Entry['id']
    readonly via?: Entry['id']
    readonly entity: string
    readonly layer: string
    readonly band: string
    readonly text: string
  }[]
}

function rendered(reader: StoreReader, recalled: Recalled): OperationResult {
  const { items, total, truncated } = recalled
  const lines = items.map(({ id, via, entity, layer, text }) => {
    const instead = via === undefined ? '' : ` via=${shortIdIn(reader, via)}`
    return `${shortIdIn(reader, id)}${instead} ${entity}, ${layer}: ${text}`
  })
  const more = total - items.length
  return {
    json: recalled,
    human: `${[...lines, ...(items.length === 0 ? ['Nothing is known of that.'] : []), ...(more > 0 || truncated ? [`truncated: ${items.length} of ${total}`] : [])].join('\n')}\n`,
    records: `${[
      recordHeader('recall', { results: items.length, total, truncated }),
      ...items.map(({ id, via, entity, layer, band, text }) =>
        recordLine('N', [id], { via, entity, layer, band, text: singleLine(text) }),
      ),
    ].join('\n')}\n`,
  }
}
