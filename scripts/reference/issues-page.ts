import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { byText } from '@varve/core'
import { ISSUE_PLACES } from './issue-docs.ts'
import type { IssueDocs } from './issues/issue-doc.ts'
import { code, renderPage, renderTable } from './table.ts'

/** `docs/reference/issues.md`. */
export function renderIssuesPage(): string {
  return renderPage('Issues', [
    INTRODUCTION,
    ...ISSUE_PLACES.flatMap(([title, docs]) => [`## ${title}`, renderPart(docs)]),
  ])
}

const INTRODUCTION = `An issue is a problem in the data: named, with the ids it is about and the commands that mend it. Nothing stops because of one. \`varve doctor\` lists those of the store (exit 3 where one is an error); \`varve compact --json\` and \`varve import --json\` hold their own, as \`{code, severity, subjects, message, detail?, fix}\`.

Where a check of \`varve doctor\` fails itself, the [error](errors.md) is listed as an issue of the same code.`

function renderPart(docs: IssueDocs): string {
  const rows = Object.entries(docs).sort(([a], [b]) => byText(a, b))
  return renderTable(
    ['code', 'severity', 'meaning', 'what mends it'],
    rows.map(([name, { severity, meaning, mend }]) => [code(name), severity, meaning, mend]),
  )
}

/** A code, or an expression in its place, as a source states it. */
export interface StatedCode {
  readonly file: string
  readonly code: string
  /** Where it is stated beside the code. */
  readonly severity?: string
}

export interface IssueCodes {
  readonly literal: readonly StatedCode[]
  /** Issues whose code is neither a literal nor the first parameter of a function of that file. */
  readonly indirect: readonly StatedCode[]
}

const ISSUE = /\bcode(?:: (?:'([a-z_]+)'|(\w+)))?,\s+severity\b(?:: '(\w+)')?/g

/** The codes of all issues that the packages make, as far as their text tells. */
export function collectIssueCodes(root: string): IssueCodes {
  const literal: StatedCode[] = []
  const indirect: StatedCode[] = []
  for (const file of listSources(root)) {
    const text = readFileSync(join(root, file), 'utf8')
    const makers = [...text.matchAll(/([#\w]+)(?: = )?\(\s*code: string/g)].map(([, name = '']) => name)
    for (const [, stated, expression = 'code', severity] of text.matchAll(ISSUE)) {
      if (stated !== undefined)
        literal.push({ file, code: stated, ...(severity === undefined ? {} : { severity }) })
      // `code: string` is the parameter itself.
      else if (expression !== 'string' && (expression !== 'code' || makers.length === 0))
        indirect.push({ file, code: expression })
    }
    for (const maker of makers) {
      const name = maker.startsWith('#') ? `this\\.${maker}` : `\\b${maker}`
      for (const [, stated = ''] of text.matchAll(new RegExp(`${name}\\(\\s*'([a-z_]+)'`, 'g')))
        literal.push({ file, code: stated })
    }
  }
  return { literal, indirect }
}

function listSources(root: string): readonly string[] {
  return readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .map((path) => `packages/${path.replaceAll('\\', '/')}`)
    .filter((path) => /^packages\/[^/]+\/src\/.*\.ts$/.test(path) && !path.includes('/src/testing/'))
    .sort(byText)
}
