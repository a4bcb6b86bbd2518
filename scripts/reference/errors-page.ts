import { ERROR_CODES, VarveError } from '@varve/core'
import { ERROR_DOCS } from './error-docs.ts'
import { code, renderPage, renderTable } from './table.ts'

/** `docs/reference/errors.md`. */
export function renderErrorsPage(): string {
  return renderPage('Errors', [
    INTRODUCTION,
    renderTable(
      ['code', 'exit', 'when', 'what mends it'],
      ERROR_CODES.map((name) => {
        const { when, mend } = ERROR_DOCS[name]
        return [code(name), String(new VarveError(name, '').exitCode), when, mend]
      }),
    ),
  ])
}

const INTRODUCTION = `A command that fails writes nothing to standard output, changes nothing, and says on standard error what failed, on which ids, and which command mends it. With \`--json\`:

\`\`\`json
{"error":{"code":3,"type":"not_found","message":"not found: 7c1d09aa","subjects":["7c1d09aa"],"fix":["varve list"]}}
\`\`\`

\`code\` is the exit code, \`type\` one of the codes below. They are public: scripts may rely on them. Problems in the data are no errors but [issues](issues.md), and the store stays usable.`
