import type { Renderer } from './renderer.ts'
import { diff } from './renderers/diff.ts'
import { file } from './renderers/file.ts'
import { head } from './renderers/head.ts'
import { json } from './renderers/json.ts'
import { listing } from './renderers/listing.ts'
import { log } from './renderers/log.ts'
import { markup } from './renderers/markup.ts'
import { search } from './renderers/search.ts'

/** Every renderer of results and texts; the first that applies is taken. */
export const RENDERERS: readonly Renderer[] = [json, diff, search, listing, log, file, markup, head]

/** Those that the profile `default` doesn't use: an edit needs the very lines of a file, so an extract helps little. */
export const OFF_BY_DEFAULT: ReadonlySet<string> = new Set(['file', 'markup', 'head'])
