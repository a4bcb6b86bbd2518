import { renderCommandHelp } from '../../packages/varve/src/cli/help.ts'
import { flagName } from '../../packages/varve/src/cli/parse-arguments.ts'
import type { Field } from '../../packages/varve/src/operations/field.ts'
import type { Effect, Operation } from '../../packages/varve/src/operations/operation.ts'
import { OPERATIONS } from '../../packages/varve/src/operations/table.ts'
import { code, renderPage, renderTable } from './table.ts'

/** `docs/reference/commands.md`: every operation as the command line takes it. */
export async function renderCommandsPage(): Promise<string> {
  const operations = await Promise.all(OPERATIONS.map((row) => row.load()))
  return renderPage('Commands', [INTRODUCTION, ...operations.map(renderOperation)])
}

const INTRODUCTION = `\`varve --help\` lists the commands, \`varve <command> --help\` says what this page says.

These hold for every command:

- \`--format human|json|records\` chooses how the answer is printed: for people (the default), as one JSON value, or as [records](formats.md#records), one fact a line. \`--json\` and \`--records\` are short for the last two. What \`--json\` prints is published as [JSON Schema](output-schemas.json), by command. The data goes to standard output, talk and errors go to standard error.
- Where an id is wanted, any unique beginning of it of four characters or more will do. Records of the journal are named by \`pl_…\`; the \`pl_\` may be left out.
- Where a command has \`--dry-run\`, that makes the very plan that a real run would apply, and stops there.
- A word that begins with a dash is text after \`--\`: \`varve add -- "- one dash"\`.
- Exit codes: 0 done, 1 failure, 2 usage, 3 data. [Errors](errors.md) lists which error ends with which.`

const EFFECTS: Readonly<Record<Effect, string>> = {
  reads: 'Reads. Changes nothing.',
  renders:
    'Renders. Changes no knowledge; only the files in `.varve/cache`, which can be made again at any time.',
  writes:
    'Writes. What it changes of the memory is one record of the journal, which `varve undo` takes back.',
  erases: 'Erases. Nothing brings it back.',
}

function renderOperation(operation: Operation): string {
  const { name, summary, effect, fields, examples } = operation
  const rows = Object.entries(fields).map(([field, value]) => [code(nameOf(field, value)), docOf(value)])
  return [
    `## varve ${name}`,
    `${summary}.`,
    `\`\`\`text\n${usageOf(operation)}\n\`\`\``,
    EFFECTS[effect],
    ...(rows.length === 0 ? [] : [renderTable(['argument', 'meaning'], rows)]),
    `\`\`\`sh\n${examples.join('\n')}\n\`\`\``,
  ].join('\n\n')
}

function usageOf(operation: Operation): string {
  const usage = renderCommandHelp(operation)
    .split('\n')
    .find((line) => line.startsWith('Usage: '))
  return usage?.slice('Usage: '.length) ?? ''
}

function nameOf(field: string, { place, shape, value = 'value' }: Field): string {
  if (place !== undefined) return `<${value}>`
  return shape === 'switch' ? `--${flagName(field)}` : `--${flagName(field)} <${value}>`
}

function docOf({ doc, shape, place }: Field): string {
  const isSaid = doc.includes('again') || place === 'rest' || shape !== 'list'
  return (isSaid ? doc : `${doc}; may be given again`).replaceAll('<', '&lt;')
}
