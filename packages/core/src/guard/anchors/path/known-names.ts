import { words } from '../../language/word-list.ts'

/** Extensions that make a name with a dot a file. */
export const EXTENSIONS: ReadonlySet<string> = new Set(
  words(`
  ts tsx js jsx mjs cjs mts cts json jsonc json5 jsonl yaml yml toml ini cfg conf env lock md mdx txt
  csv tsv sql db sqlite sh bash zsh ps1 bat cmd py rb go rs java kt c h cc cpp hpp cs php swift scala
  lua html htm css scss less svg png jpg jpeg gif pdf xml proto graphql gql tf tfvars log pem key crt
  map snap vue svelte ipynb zip gz tar tgz
`),
)

/** Folders that make a token with a slash a path. */
export const ROOT_FOLDERS: ReadonlySet<string> = new Set(
  words(`
  src lib libs test tests spec specs packages apps app docs doc scripts bin cmd internal pkg config
  configs public assets dist build tools examples fixtures migrations components pages server client
  etc usr var tmp opt home Users node_modules .github .vscode .claude infra deploy e2e api web core
`),
)
