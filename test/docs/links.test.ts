import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../scenarios/sandbox.ts'
import { listPages, proseOf } from './markdown-blocks.ts'

const LINK = /\]\(([^()\s]+)\)/g

test.each(listPages(ROOT))('every link of %s leads somewhere', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  expect(targetsOf(text).filter((target) => !leadsSomewhere(page, target))).toEqual([])
})

function targetsOf(page: string): readonly string[] {
  const prose = proseOf(page).replace(/`[^`]*`/g, '')
  return [...prose.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path)
  if (!existsSync(file)) return false
  return anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
}

/** The names that headings can be linked by, as GitHub makes them. */
function anchorsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#{1,6} (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
