import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a bundler wrote, as far as it was made of modules. */
export type BuiltFile = object & { readonly moduleIds?: readonly string[] }

/** The licences of all packages whose code is in built files, as each asks for; by name. */
export function thirdPartyNotices(files: readonly BuiltFile[]): string {
  const folders = files.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageFolderOf))
  const notices = [...new Set(folders)].map(noticeOf)
  return `Varve holds code of these packages.\n\n${[...new Set(notices)].sort().join('\n\n')}\n`
}

function packageFolderOf(id: string): readonly string[] {
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  return folder === undefined ? [] : [folder]
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  return `${name} ${version} (${license})\n\n${text.trim().replace(/^/gm, '    ')}`
}
