import { DOCUMENT_FORMATS } from '../../packages/varve/src/export/document/document-formats.ts'
import { EXPORT_FORMATS } from '../../packages/varve/src/export/export-formats.ts'
import { IMPORT_FORMATS } from '../../packages/varve/src/import/import-formats.ts'
import { code, renderPage, renderTable } from './table.ts'

interface ImportDoc {
  /** What is taken for this format. */
  readonly reads: string
  readonly entries: string
}

/** By name. A format that is missing here throws. */
const IMPORT_DOCS: Readonly<Record<string, ImportDoc>> = {
  leanspec: {
    reads:
      '`.lean-spec/memory`: JSON files with `id`, `category`, `content` and `created` in `entries/`, session logs in `daily/*.md`. What LeanSpec generates itself (`index.md`, `compacted/`) is left out.',
    entries:
      'One a file, with its id, dates, tags and confidence; `supersedes`, `merged_into` and `source_entries` become lineage. The file itself is kept, so that an export gives back its bytes.',
  },
  qipu: {
    reads:
      'A `.qipu` or `qipu` folder: `notes/**/*.md`, `mocs/**/*.md`, `templates/`, `config.toml`, and `attachments/` by path and hash. `varve import qipu` without a path finds the store as qipu does; its `workspaces/` are read with `--workspaces`, each into the scope `branch:<name>`.',
    entries:
      'A note a file, with its id and all of its front matter: `links` become typed links, `[[id]]` and links to note files inline ones, `compacts` digests with the hash of each source. The types of `config.toml` are kept as the project’s own. The file itself is kept, so that an export gives back its bytes. A file that is no note is quarantined by itself.',
  },
  pack: {
    reads:
      'Files that `varve export pack` writes: `.pack`, `.jsonl` or `.ndjson` with a `varve_pack` header.',
    entries: 'Everything: ids, links, lineage, flags. A closing hash tells whether the file is whole.',
  },
  'mcp-memory': {
    reads: 'The graph file of the MCP memory server: JSON Lines of entities and relations.',
    entries: 'One an observation, about its entity. Relations become links between entities.',
  },
  linksee: {
    reads:
      'The database of linksee-memory: `varve import ~/.linksee-memory/memory.db`. It is only read. Its events, edges and file snapshots stay there.',
    entries:
      'One a memory, with the id `linksee-<its id>`, about its entity, in its layer, with its importance; how often it was recalled warms it as it did there. A content in an envelope of JSON is taken out of it: `what`, `why` and `next_action` are the text, altitude, type and state its attributes. Whether one is protected is worked out anew.',
  },
  'claude-mem': {
    reads:
      'A file that claude-mem’s `scripts/export-memories.ts` writes, or its database: `varve import ~/.claude-mem/claude-mem.db`. That is only read; it holds what happened in every project, and what is of this one, by the name of its folder, is taken. What it queues, and how its searches went, stays there.',
    entries:
      'One an observation: title, narrative and facts, its concepts as tags, its files as references, about its session. Its id is `cm-<its number>-<what tells it from that number elsewhere>`. One a summary of a session, and one a session (`cm-session-<its id>`), with all that was asked in it. A directive is pinned; one that is not active is retracted.',
  },
  mem0: {
    reads:
      'JSON that mem0’s `get_all` or `search` gave: `results` or `memories`, a list alone, or a memory a line; the `relations` of its graph beside them. Of a backup of OpenMemory `memories.json`, or the lines of `memories.jsonl`. What the platform exports by a schema of yours has no form of its own, and isn’t known.',
    entries:
      'One a memory, with its id and dates, about its user or else its agent; its categories are tags, its run the session, `expiration_date` the end of its validity. What is deleted there is retracted here; metadata and all else are kept. A relation is an entry about its source.',
  },
  beads: {
    reads: 'JSON Lines of Beads: issues and interactions.',
    entries:
      'A note an issue, with its id; its comments are entries about it, its dependencies links. A tombstone is retracted.',
  },
  instructions: {
    reads:
      '`CLAUDE.md`, `AGENTS.md`, `GEMINI.md`, `copilot-instructions.md`, `.cursorrules`, `.cursor/rules`, `.windsurf/rules`, `.clinerules`, `.claude/rules`, `.roo/rules` and their like; files they take in by `@path`, up to four steps away and inside the folder.',
    entries:
      'One a list item, paragraph, table or code block. The headings above it and the sentence that leads it in are kept as what it speaks of.',
  },
  'memory-bank': {
    reads: 'A `memory-bank` folder, or one that holds `activeContext.md` and `progress.md`.',
    entries: 'As of instruction files.',
  },
  serena: { reads: '`.serena/memories/*.md`.', entries: 'As of instruction files.' },
  'claude-memory': {
    reads: 'What Claude Code remembers by itself: a folder with `MEMORY.md` and topic files.',
    entries:
      'A topic file with front matter is one note; the index and older files are read as instruction files are.',
  },
  adr: {
    reads:
      'Markdown files in `adr`, `decisions`, `decision-records` or `architecture-decisions` folders that are numbered or have a heading “Decision”; numbered ones with that heading anywhere. Templates are left out.',
    entries:
      'A note a record, of category `decisions`, with status and date. “Superseded by” and “Supersedes” become lineage.',
  },
  notes: {
    reads: 'Any other Markdown or text file: vaults of Obsidian, Logseq and Foam, or a plain folder.',
    entries:
      'A note a file. `[[page]]`, `[[page|label]]`, `[[page#heading]]`, `![[embed]]`, block references and Markdown links become links; a property that lists pages (`parent:: [[Thing]]`) gives them its name as type. Pages are found by path, file name, title and alias, whatever their case; of several the nearest is meant. A link to a page that is not here takes effect when that is imported. Tags are those of front matter, properties and text; a journal page is of its day.',
  },
  jsonl: {
    reads: 'Any other `.jsonl` or `.ndjson` file.',
    entries:
      'One a row. The text is the first of `content`, `text`, `fact`, `memory` and their like; what Varve has no name for is kept in its order.',
  },
}

const EXPORT_DOCS: Readonly<Record<string, string>> = {
  leanspec:
    '`entries/*.json`. An entry that came from LeanSpec and is as it was is written as the bytes it came as; one that changed keeps its name, its members’ order and what LeanSpec alone knows. What LeanSpec has no name for goes under `varve`, or nowhere with `--strict-leanspec`.',
  qipu: 'A qipu store: `notes/`, `mocs/`, `templates/`, `config.toml`. A note that is as it was imported is written as the bytes it came as; of one that changed, only the lines that say so: comments, order, quotes, line ends and keys that Varve has no name for stay. A new note is `notes/<id>-<title>.md`. What qipu has no words for (other lineage, flags, scopes, what is retracted) goes to `.varve-lineage.json`. A file that was changed by somebody else since is not written over.',
  pack: '`memory.pack.jsonl`: entries, links, lineage, and a closing hash. Imports into another memory with everything.',
  jsonl: '`entries.jsonl`: one entry a line, by id.',
  markdown: 'One file a category, pinned entries first.',
}

const DOCUMENT_DOCS: Readonly<Record<string, string>> = {
  bundle: '`bundle.md`: each entry under its title, with type, tags, sources and text.',
  outline:
    '`outline.md`: the text of a collection (`--collection-root`), and a line for each entry that it links to, in its order.',
  bibliography:
    '`bibliography.md`: every source once, with the entries that name it; what a digest stands for counts as its own.',
}

/** `docs/reference/formats.md`. */
export function renderFormatsPage(): string {
  return renderPage('Formats', [
    '## Imports',
    '`varve import <path>…` tells the format of each file by its name and content, asking the formats in this order; `varve import <format> <path>` reads everything as one of them. Folders named `node_modules`, `.git`, `.hg`, `.svn`, `.varve`, `.venv` and `__pycache__` are passed over; symbolic links are not followed out of the folder.',
    renderTable(
      ['format', 'reads', 'entries'],
      IMPORT_FORMATS.map(({ name, title }) => {
        const { reads, entries } = docOf(IMPORT_DOCS, name)
        return [`${code(name)} (${title})`, reads, entries]
      }),
    ),
    'What none of them can make an entry of is quarantined: kept whole, with file, line and byte, and named by `varve doctor`.',
    '## Exports',
    'Hidden entries are exported too: they are what the others were pressed from. Retracted ones only with `--all`, purged ones never.',
    renderTable(
      ['format', 'writes'],
      EXPORT_FORMATS.map(({ name, title }) => [`${code(name)} (${title})`, docOf(EXPORT_DOCS, name)]),
    ),
    '### Documents',
    'These are texts to read, of chosen entries: `--note`, `--collection-root`, `--tag` and `--query` choose; without them all that is shown is taken, oldest first. What stands in for others is shown for them, unless `--raw` is given. `--link-mode anchors` makes links between the entries lead within the text, `--link-mode markdown` to files named by their ids.',
    renderTable(
      ['format', 'writes'],
      DOCUMENT_FORMATS.map(({ name, title }) => [`${code(name)} (${title})`, docOf(DOCUMENT_DOCS, name)]),
    ),
    '## Records',
    RECORDS,
  ])
}

const RECORDS = `\`--records\` prints one fact a line, for programs that read text. The first letter says what a line is; values with spaces are quoted as in JSON, a list without members is \`-\`.

${renderTable(
  ['line', 'meaning'],
  [
    ['`H varve=1 records=1 mode=<command> …`', 'the first line of every answer'],
    ['`N <id> …`', 'an entry'],
    ['`E <from> <type> <to> …`', 'an edge: a link or lineage'],
    ['`D <kind> …`', 'a detail'],
    ['`S <id> <text>`', 'a summary, to the end of the line'],
    ['`W <text>`', 'a warning, to the end of the line'],
    [
      '`B <id>` … `B-END`',
      'a body between two lines; a line of it that begins with `B-END` or `\\` has a `\\` before it',
    ],
  ],
)}`

function docOf<T>(docs: Readonly<Record<string, T>>, name: string): T {
  const doc = docs[name]
  if (doc === undefined)
    throw new Error(`the format ${name} is not described in scripts/reference/formats-page.ts`)
  return doc
}
