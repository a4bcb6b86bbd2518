import { CONSOLIDATE } from './default-tools.ts'
import { type Arguments, argument, type Tool } from './tool.ts'

/** The names that users of linksee-memory know, over the same operations. */
export const LINKSEE_TOOLS: readonly Tool[] = [
  {
    name: 'remember',
    title: 'Remember',
    description: 'Record one durable thing about an entity. The same text again adds nothing.',
    actions: [['', 'add']],
    shows: [
      argument('entity_name*=entity', 'What it speaks of'),
      argument('entity_kind*=entity', 'person, company, project, concept, file or other'),
      argument('layer*', 'goal, context, emotion, implementation, caveat or learning'),
      argument('content*=text', 'One statement that stands by itself'),
      argument('entity_key=key', 'Two entries of one key contradict each other'),
      argument('importance', '0 to 1, usually 0.5'),
      { ...argument('thread_id=tag', 'The thread that it belongs to'), type: 'string' },
    ],
    translate: ({ entity_kind: kind, entity_name: name, thread_id: thread, force: _, ...rest }) => ({
      ...rest,
      ...(typeof name === 'string' && { entity: typeof kind === 'string' ? `${kind}:${name}` : name }),
      ...threadTag(thread),
    }),
    isIdempotent: true,
  },
  {
    name: 'recall',
    title: 'Recall',
    description: 'Recall what is known, by how well it fits and how warm it is. All filters must hold.',
    actions: [['', 'recall']],
    shows: [
      argument('query*=text', 'Any words'),
      argument('entity_name=entity', ''),
      argument('layer', ''),
      argument('altitude', ''),
      argument('mem_type', ''),
      argument('mem_state', ''),
      argument('thread_id=tag', ''),
      argument('band', ''),
      argument('max_tokens', 'Default 2000'),
      argument('limit', 'Default 50'),
      argument('offset', ''),
      argument('mark_accessed=preview', 'false: only look (default true)'),
    ],
    translate: ({ thread_id: thread, mark_accessed: marks, ...rest }) => ({
      ...rest,
      ...threadTag(thread),
      ...(marks === false && { preview: true }),
    }),
  },
  {
    name: 'update_memory',
    title: 'Update',
    description: 'Change an entry. What isn’t given stays, and so does its earlier text.',
    actions: [['', 'edit']],
    shows: [
      argument('memory_id*=id', ''),
      argument('content=text', ''),
      argument('layer', ''),
      argument('importance', ''),
    ],
  },
  {
    name: 'list_entities',
    title: 'List entities',
    description: 'List what the memory speaks of, the liveliest first.',
    actions: [['', 'entities']],
    shows: [
      argument('kind', ''),
      argument('min_memories', ''),
      argument('limit', 'Default 30'),
      argument('offset', ''),
    ],
  },
  {
    name: 'forget',
    title: 'Forget',
    description:
      'Bury an entry, or without memory_id all that nobody asks for. Nothing is erased; it can be undone.',
    actions: [
      ['one', 'edit'],
      ['all', 'consolidate'],
    ],
    shows: [argument('memory_id=id', ''), argument('dry_run', 'Change nothing'), argument('reason', '')],
    // Nobody says yes for the user who is asked.
    translate: ({ memory_id: id, interactive: _, yes: __, ...rest }) =>
      id === undefined || id === null
        ? { ...rest, action: 'all', scope: 'all', sweep_only: true }
        : { ...rest, action: 'one', id, bury: true },
    choosesItself: true,
    asksUser: ({ interactive = false }) => interactive !== false && interactive !== null,
    async question({ memory_id: id, force, reason }, context) {
      if (typeof id !== 'string') return undefined
      const { buryQuestion } = await import('../../operations/edit/bury-question.ts')
      return buryQuestion(context, id, {
        force: force === true,
        ...(typeof reason === 'string' && { reason }),
      })
    },
  },
  {
    name: 'consolidate',
    title: 'Consolidate',
    description: 'Let what nobody asks for sink under digests; nothing is lost.',
    actions: [['', 'consolidate']],
    shows: CONSOLIDATE,
  },
  {
    name: 'recall_file',
    title: 'Recall a file',
    description: 'List the sessions that worked on a file, with what the user had asked for.',
    actions: [['', 'session list']],
    shows: [argument('path_substring*=file', 'In its path'), argument('max_intents=intents', 'Default 10')],
    // Only sessions of this project are kept here.
    translate: ({ scope_to_roots: _, ...rest }) => rest,
  },
]

function threadTag(thread: unknown): Arguments {
  return typeof thread === 'string' ? { tag: `thread:${thread}` } : {}
}
