import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cosineOf, loadUseLite } from '../use-lite.ts'
import type { Dialogue, Question } from './locomo.ts'

/** The turns nearest to a question by meaning, nearest first. */
export type Nearest = (question: Question) => readonly string[]

const MOST = 100

/** USE-lite over the turns and questions of a dialogue, where it is installed. Vectors are kept in a temporary folder. */
export async function embedDialogue({ turns, questions }: Dialogue): Promise<Nearest | undefined> {
  const embed = await loadUseLite()
  if (embed === undefined) return undefined
  const texts = [...turns, ...questions].map(({ text }) => text)
  const folder = join(tmpdir(), 'varve-bench-vectors')
  const file = join(folder, `${createHash('sha256').update(texts.join('\n')).digest('hex')}.json`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, JSON.stringify((await embed(texts)).map((vector) => Array.from(vector))))
  }
  const vectors = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly number[])[]
  return (question) => {
    const asked = vectors[turns.length + questions.indexOf(question)] ?? []
    return turns
      .map(({ id }, index) => ({ id, cosine: cosineOf(asked, vectors[index] ?? []) }))
      .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
      .slice(0, MOST)
      .map(({ id }) => id)
  }
}
