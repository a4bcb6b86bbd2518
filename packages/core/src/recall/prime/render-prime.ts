import { withoutUndefined } from '../../domain/json.ts'
import { recordHeader, recordLine, warningLine } from '../../render/records/record-line.ts'
import { type Budget, budgetTooSmallError, countThatFits, fitsBudget } from '../budget/budget.ts'
import { issueRecords } from '../graph/graph-page.ts'
import { countParts, firstParts, PRIME_COMMANDS, type Prime, type PrimeLine } from './prime.ts'

/** As much of a prime as fits. */
export function fitPrime(
  prime: Prime,
  render: (prime: Prime) => string,
  budget: Budget,
  command: string,
): Prime {
  if (fitsBudget(render(prime), budget)) return prime
  const total = countParts(prime)
  const count = countThatFits(Math.max(0, total - 1), (some) => render(firstParts(prime, some)), budget)
  if (count === undefined) throw budgetTooSmallError(render(firstParts(prime, 0)), budget, command)
  return firstParts(prime, count)
}

export function primeText({ banner, sections, left, collections, recent }: Prime): string {
  const width = Math.max(...PRIME_COMMANDS.map(([command]) => command.length))
  const parts = [
    `# Varve memory\n${banner === undefined ? '' : `${banner}\n`}`,
    PRIME_COMMANDS.map(([command, gives]) => `  ${command.padEnd(width)}  ${gives}\n`).join(''),
    ...(collections.length === 0 ? [] : [`## Collections\n${collections.map(lineText).join('')}`]),
    ...sections.map(({ title, lines }) => `## ${title}\n${lines.map((line) => `- ${line}\n`).join('')}`),
    ...(left > 0 ? [`${left} more: varve search\n`] : []),
    ...(recent.length === 0 ? [] : [`## Changed last\n${recent.map(lineText).join('')}`]),
  ]
  return parts.join('\n')
}

function lineText({ shortId, headline, updated }: PrimeLine): string {
  return `- ${updated} ${headline} (${shortId})\n`
}

export function primeJson({
  banner,
  sections,
  left,
  collections,
  recent,
  isTruncated,
  issues,
}: Prime): object {
  return withoutUndefined({
    banner,
    truncated: isTruncated,
    commands: PRIME_COMMANDS.map(([command, gives]) => ({ command, gives })),
    collections: collections.map(lineJson),
    index: { sections, left },
    recent: recent.map(lineJson),
    issues,
  })
}

function lineJson({ id, headline, updated }: PrimeLine): object {
  return { id, title: headline, updated }
}

export function primeRecords(prime: Prime): string {
  const { banner, sections, left, collections, recent, isTruncated, issues } = prime
  const lines = [
    recordHeader('context.prime', { left, truncated: isTruncated }),
    ...(banner === undefined ? [] : [warningLine(banner)]),
    ...issueRecords(issues),
    ...PRIME_COMMANDS.map(([command, gives]) => recordLine('D', ['command', { quoted: command }], { gives })),
    ...collections.map((line) => lineRecord('collection', line)),
    ...sections.flatMap(({ title, lines }) =>
      lines.map((text) => recordLine('D', ['index', title, { quoted: text }])),
    ),
    ...recent.map((line) => lineRecord('recent', line)),
  ]
  return `${lines.join('\n')}\n`
}

function lineRecord(name: string, { id, headline, updated }: PrimeLine): string {
  return recordLine('D', [name, id, { quoted: headline }], { updated })
}
