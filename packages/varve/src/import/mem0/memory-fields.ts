import { type JsonObject, type Source, sortedUnique } from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import type { DraftFields } from '../import-format.ts'
import { instantMember, isExactInstant, tagsMember, textMember, withoutMembers } from '../json-members.ts'
import { guessCategory } from '../markdown/guess-category.ts'
import type { BackupNames } from './backup-names.ts'

// Where mem0 has two spellings, the first is of Python and the platform, the second of TypeScript.
const TEXT = ['memory', 'content']
const CREATED = ['created_at', 'createdAt']
const USER = ['user_id', 'userId']
const AGENT = ['agent_id', 'agentId']
const RUN = ['run_id', 'runId']

/** What mem0 states about a memory; undefined where it has no text. */
export function memoryFields(
  row: JsonObject,
  place: DraftPlace,
  names: BackupNames,
): DraftFields | undefined {
  const text = firstText(row, TEXT)
  if (text === undefined) return undefined
  const tags = tagsOf(row, names)
  const created = CREATED.find((name) => instantMember(row, name) !== undefined)
  const at = created === undefined ? undefined : instantMember(row, created)
  const expires = instantMember(row, 'expiration_date')
  const [user, agent, run] = [USER, AGENT, RUN].map((spellings) => firstText(row, spellings))
  const app = firstText(row, ['app'])
  const state = textMember(row, 'state')
  const changes = names.history.get(textMember(row, 'id') ?? '')
  const found = [text, ...(names.isBackup ? [] : [user]), agent ?? app, run]
  return draftFields(place, {
    content: text.value,
    category: guessCategory(tags),
    tags,
    // "Likes tea" of one person says nothing of the next.
    ...entityOf(names.isBackup ? undefined : user, agent),
    ...(at !== undefined && { created: at }),
    ...(expires !== undefined && { valid_to: expires }),
    ...member('custom', state === undefined ? {} : { state }),
    ...member('extra', {
      ...withoutNulls(withoutMembers(row, taken(row, found, created))),
      ...(changes !== undefined && { status_history: changes }),
    }),
    source: sourceOf(run, agent?.value ?? app?.value ?? names.apps.get(textMember(row, 'app_id') ?? '')),
  })
}

interface Found {
  readonly name: string
  readonly value: string
}

function firstText(row: JsonObject, names: readonly string[]): Found | undefined {
  for (const name of names) {
    const value = textMember(row, name)
    if (value !== undefined) return { name, value }
  }
  return undefined
}

function tagsOf(row: JsonObject, { categories }: BackupNames): readonly string[] {
  const named = tagsMember(row, 'category_ids').flatMap((id) => categories.get(id) ?? [])
  return sortedUnique([...tagsMember(row, 'categories'), ...named])
}

function entityOf(user: Found | undefined, agent: Found | undefined): Pick<DraftFields, 'entity'> {
  if (user !== undefined) return { entity: { kind: 'user', name: user.value } }
  return agent === undefined ? {} : { entity: { kind: 'agent', name: agent.value } }
}

function sourceOf(run: Found | undefined, agent: string | undefined): Partial<Source> {
  return { ...(run !== undefined && { session: run.value }), ...(agent !== undefined && { agent }) }
}

/** The members that a field says all of. */
function taken(
  row: JsonObject,
  found: readonly (Found | undefined)[],
  created: string | undefined,
): readonly string[] {
  const categories = row.categories
  const areTags = Array.isArray(categories) && categories.every((each) => typeof each === 'string')
  return [
    ...['id', 'state'].filter((name) => textMember(row, name) !== undefined),
    // How well it answered a question that is not here.
    'score',
    ...found.flatMap((each) => each?.name ?? []),
    ...(areTags ? ['categories'] : []),
    ...(created !== undefined && isExactInstant(row, created) ? [created] : []),
  ]
}

function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
}
