import { anchorKey } from './anchors/anchor.ts'
import { anchorsOf } from './anchors/anchors-of.ts'

/** `lex1`: tools that a statement may name. */
const TOOLS = new Set(
  'git npm pnpm yarn bun node deno python pip uv poetry cargo go docker kubectl helm make just vitest jest pytest mocha cypress playwright eslint prettier biome ruff black mypy tsc tsx vite webpack rollup esbuild turbo nx redis postgres postgresql psql mysql sqlite mongodb kafka terraform ansible gradle maven mvn dotnet ruby bundle rails rake composer php swift xcodebuild gh glab mise asdf lefthook husky'.split(
    ' ',
  ),
)

/** How many different things a text names: what makes it precise, and so of use to whoever acts on it. */
export function countSpecifics(text: string): number {
  const found = new Set(anchorsOf(text).map(anchorKey))
  for (const word of text.toLowerCase().match(/[a-z][a-z0-9]*/g) ?? [])
    if (TOOLS.has(word)) found.add(`tool:${word}`)
  return found.size
}
