import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server'
import { LAYERS } from '@varve/core'
import type { OperationContext } from '../../operations/context.ts'
import { listEntryIds } from '../../operations/list-entry-ids.ts'
import { runOperation } from '../../operations/run-operation.ts'
import { loadOperation } from '../load-operation.ts'
import { PROMPTS } from './prompt-texts.ts'

/** As the protocol has it. */
const MOST_VALUES = 100
const MOST_ENTITIES = 10_000

type Asked = Pick<CompleteRequest['params'], 'ref' | 'argument'>

/** What an argument of a prompt, or a part of an address, may be completed to; nothing where nothing is known of it. */
export async function completeArgument(
  { ref, argument }: Asked,
  open: () => OperationContext,
): Promise<CompleteResult> {
  const typed = argument.value.toLowerCase()
  const all = await valuesOf(ref, argument.name, argument.value, open)
  const found = all.filter((value) => value.toLowerCase().includes(typed))
  const values = found.toSorted((a, b) => startsWith(b, typed) - startsWith(a, typed)).slice(0, MOST_VALUES)
  return { completion: { values, total: found.length, hasMore: found.length > values.length } }
}

/** Those that begin with what was typed come first, each kind in its own order. */
function startsWith(value: string, typed: string): 0 | 1 {
  return value.toLowerCase().startsWith(typed) ? 1 : 0
}

async function valuesOf(
  ref: Asked['ref'],
  name: string,
  typed: string,
  open: () => OperationContext,
): Promise<readonly string[]> {
  if (ref.type === 'ref/prompt') {
    const prompt = PROMPTS.find((each) => each.name === ref.name)
    const argument = prompt?.arguments.find((each) => each.name === name)
    return argument?.completes === 'entity' ? entityNames(open) : []
  }
  switch (ref.uri) {
    case 'memory://entity/{name}':
      return entityNames(open)
    case 'memory://layer/{layer}':
      return LAYERS
    case 'memory://memory/{id}':
      return listEntryIds(open(), typed, MOST_VALUES)
    default:
      return []
  }
}

async function entityNames(open: () => OperationContext): Promise<readonly string[]> {
  const { json } = await runOperation(await loadOperation('entities'), { limit: MOST_ENTITIES }, open)
  // As the schema of its answer says.
  return (json as { readonly items: readonly { readonly name: string }[] }).items.map(({ name }) => name)
}
