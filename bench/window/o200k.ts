import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TokenCounter } from '@varve/core/fidelity'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

const LONGEST = 200_000

/** Exact tokens, remembered in a file from run to run: counting takes longer than all the rest of a replay. */
export class RememberedO200k implements TokenCounter {
  readonly name = 'o200k'
  readonly #file: string
  readonly #counts: Map<string, number>
  #isChanged = false

  constructor(file: string) {
    this.#file = file
    this.#counts = new Map(
      existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, number][]) : [],
    )
  }

  count(text: string): number {
    if (text.length > LONGEST) return Math.ceil(text.length / 4)
    const key = `${text.length} ${hash(text)}`
    const known = this.#counts.get(key)
    if (known !== undefined) return known
    const tokens = countTokens(text, { allowedSpecial: 'all' })
    this.#counts.set(key, tokens)
    this.#isChanged = true
    return tokens
  }

  save(): void {
    if (!this.#isChanged) return
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify([...this.#counts]))
    this.#isChanged = false
  }
}

/** 53 bits of a text (cyrb53; bryc, public domain): quick, and far from clashing for the texts of a bench. */
function hash(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
