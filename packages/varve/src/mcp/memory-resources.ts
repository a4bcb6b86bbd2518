import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import { decoded } from '../http/decoded.ts'

/** What of a memory users of linksee-memory read without a call. */
export const MEMORY_RESOURCES: Resource[] = [
  { uri: 'memory://stats', name: 'stats', title: 'What is stored', mimeType: 'text/plain' },
  { uri: 'memory://hot', name: 'hot', title: 'What is asked for most', mimeType: 'text/plain' },
  { uri: 'memory://recent', name: 'recent', title: 'What was said last', mimeType: 'text/plain' },
  { uri: 'memory://caveats', name: 'caveats', title: 'Rules and warnings', mimeType: 'text/plain' },
]

export const MEMORY_TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: 'memory://entity/{name}',
    name: 'entity',
    title: 'What is known of it',
    mimeType: 'text/plain',
  },
  { uriTemplate: 'memory://layer/{layer}', name: 'layer', title: 'What lies in it', mimeType: 'text/plain' },
  { uriTemplate: 'memory://memory/{id}', name: 'memory', title: 'One entry, whole', mimeType: 'text/plain' },
]

/** To read isn't to ask for: nothing gets warmer by it. */
const LOOK = { preview: true, limit: 200, maxTokens: 9000 }

/** The operation that an address stands for, with its fields; undefined where it is none of ours. */
export function operationAt(uri: string): readonly [operation: string, raw: object] | undefined {
  const { protocol, host, pathname } = URL.parse(uri) ?? {}
  if (protocol !== 'memory:') return undefined
  const value = decoded(pathname?.slice(1) ?? '')
  switch (value === '' ? host : `${host}/`) {
    case 'stats':
      return ['status', {}]
    case 'hot':
      return ['recall', { ...LOOK, band: 'hot' }]
    case 'recent':
      return ['list', { sort: 'newest' }]
    case 'caveats':
      return ['recall', { ...LOOK, layer: 'caveat' }]
    case 'entity/':
      return ['recall', { ...LOOK, entity: value }]
    case 'layer/':
      return ['recall', { ...LOOK, layer: value }]
    case 'memory/':
      return ['show', { id: value }]
    default:
      return undefined
  }
}
