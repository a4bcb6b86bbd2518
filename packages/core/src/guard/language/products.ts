import { words } from './word-list.ts'

/** Products and acronyms that are the same in any case outside code. */
export const PRODUCTS: ReadonlySet<string> = new Set(
  words(`
  node nodejs npm pnpm yarn bun deno react vue svelte angular next nuxt vite vitest jest mocha
  playwright cypress webpack rollup esbuild babel eslint prettier biome typescript javascript python
  java kotlin rust golang ruby php postgres postgresql mysql mariadb sqlite redis mongodb kafka
  rabbitmq nginx docker kubernetes k8s terraform ansible helm github gitlab bitbucket git linux macos
  windows ubuntu debian aws gcp azure s3 supabase firebase stripe sentry grafana prometheus graphql
  grpc api apis ci cd cli ui url urls json yaml html css sql http https tcp udp ssh tls ssl jwt db id
  ids pr prs cpu ram os sdk ide utf utc qa sla dns vpn
`),
)
