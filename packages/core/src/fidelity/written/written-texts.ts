import { sha256 } from '../../domain/sha256.ts'
import { cutUtf8 } from '../../domain/utf8.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { Part } from '../model/message.ts'
import { compressPrompt, PROMPT_VERSION } from './compressor.ts'
import { nearness } from './cosine.ts'
import type { GuardedCompressor } from './guarded-compressor.ts'

const AT_ONCE = 4
/** So many failures in a row, and a model isn’t asked any more. */
const MOST_FAILURES = 2
const BYTES_PER_TOKEN = 4

/** Where what models made is kept between sessions. */
export interface WrittenStore {
  readonly findCached: (kind: string, key: string) => string | undefined
  readonly cache: (kind: string, key: string, value: string) => void
}

export interface CompressJob {
  readonly parts: readonly Part[]
  readonly compressor: GuardedCompressor
  readonly maxTokens: number
  readonly maxInputTokens?: number | undefined
  readonly deadline: number
  readonly counter: TokenCounter
  readonly redact: (text: string) => string
}

/** What came of asking models beforehand. */
export interface PrefetchReport {
  readonly written: number
  readonly cached: number
  /** By key, the codes for which the guard refused a text, or `failed`. */
  readonly refused: Readonly<Record<string, readonly string[]>>
  readonly embedded: number
}

/** Texts and vectors that models made of a session's parts. A pass uses what is there, and waits for nothing. */
export class WrittenTexts {
  readonly #store: WrittenStore | undefined
  readonly #texts = new Map<string, string>()
  readonly #vectors = new Map<string, Float32Array>()
  #query: Float32Array | undefined
  #failures = 0

  constructor(store: WrittenStore | undefined) {
    this.#store = store
  }

  /** What was written of a part, and let through. */
  textOf(key: string): string | undefined {
    return this.#texts.get(key)
  }

  /** How near a part is to what was asked for; undefined where nothing was embedded, or this part was not. */
  relevance(): ((key: string) => number | undefined) | undefined {
    const query = this.#query
    if (query === undefined) return undefined
    return (key) => {
      const vector = this.#vectors.get(key)
      return vector === undefined ? undefined : nearness(vector, query)
    }
  }

  /** Lets a model that failed be asked once more: with each turn of a person, and not with each call. */
  beginTurn(): void {
    this.#failures = Math.min(this.#failures, MOST_FAILURES - 1)
  }

  /** Asks for what isn't known yet: one request a distinct text, four at a time, and none of a model that keeps failing. */
  async compress(job: CompressJob): Promise<Omit<PrefetchReport, 'embedded'>> {
    const byText = new Map<string, Part[]>()
    for (const part of job.parts) byText.set(part.text, [...(byText.get(part.text) ?? []), part])
    const waiting = [...byText.values()]
    const outcomes: Outcome[] = []
    const work = async () => {
      while (this.#failures < MOST_FAILURES) {
        const parts = waiting.shift()
        if (parts === undefined) return
        outcomes.push(...(await this.#write(parts, job)))
      }
    }
    const atOnce = this.#failures === 0 ? AT_ONCE : 1
    await Promise.all(Array.from({ length: atOnce }, work))
    const refused = outcomes.flatMap(({ key, codes }) => (codes.length === 0 ? [] : [[key, codes] as const]))
    return {
      written: outcomes.filter(({ how }) => how === 'written').length,
      cached: outcomes.filter(({ how }) => how === 'cached').length,
      refused: Object.fromEntries(refused),
    }
  }

  async #write(parts: readonly Part[], job: CompressJob): Promise<readonly Outcome[]> {
    const [first] = parts
    if (first === undefined) return []
    const { compressor, maxTokens } = job
    const cacheKey = sha256([PROMPT_VERSION, compressor.name, maxTokens, first.text].join('\0'))
    const known = this.#find('summary', cacheKey)
    const codes: readonly string[] = known === undefined ? [] : parseRefusal(known)
    if (known !== undefined) return parts.map(({ key }) => this.#take(key, known, codes, 'cached'))
    const { text, refused } = await ask(first, job)
    const isFailure = refused.length === 1 && refused[0] === 'failed'
    this.#failures = isFailure ? this.#failures + 1 : 0
    const value = refused.length === 0 ? text : `${REFUSAL}${refused.join(' ')}`
    if (!isFailure) this.#keep('summary', cacheKey, value)
    return parts.map(({ key }) => this.#take(key, value, refused, 'written'))
  }

  #take(key: string, text: string, codes: readonly string[], how: Outcome['how']): Outcome {
    if (codes.length === 0) this.#texts.set(key, text)
    return { key, codes, how: codes.length === 0 ? how : 'refused' }
  }

  /** Vectors of parts and of what is asked for; how many had to be made. */
  async embed(
    embedder: Embedder,
    parts: readonly Part[],
    query: string,
    maxTokens?: number,
  ): Promise<number> {
    const wanted = [...parts.map(({ key, text }) => ({ key, text })), { key: QUERY, text: query }].map(
      (each) => {
        const text = maxTokens === undefined ? each.text : cutUtf8(each.text, maxTokens * BYTES_PER_TOKEN)
        return { key: each.key, text, cacheKey: sha256([embedder.name, text].join('\0')) }
      },
    )
    const missing = new Map(
      wanted.flatMap((each) => (this.#vectorOf(each.cacheKey) ? [] : [[each.cacheKey, each]])),
    )
    const vectors =
      missing.size === 0 ? [] : await embedder.embed([...missing.values()].map(({ text }) => text))
    for (const [index, cacheKey] of [...missing.keys()].entries()) {
      const vector = vectors[index]
      if (vector !== undefined) this.#keep('vector', cacheKey, JSON.stringify([...vector]))
    }
    this.#vectors.clear()
    for (const { key, cacheKey } of wanted) {
      const vector = this.#vectorOf(cacheKey)
      if (vector !== undefined && key === QUERY) this.#query = vector
      else if (vector !== undefined) this.#vectors.set(key, vector)
    }
    return missing.size
  }

  #vectorOf(cacheKey: string): Float32Array | undefined {
    const text = this.#find('vector', cacheKey)
    return text === undefined ? undefined : Float32Array.from(JSON.parse(text))
  }

  readonly #own = new Map<string, string>()

  #find(kind: string, key: string): string | undefined {
    return this.#own.get(`${kind} ${key}`) ?? quietly(() => this.#store?.findCached(kind, key))
  }

  #keep(kind: string, key: string, value: string): void {
    this.#own.set(`${kind} ${key}`, value)
    quietly(() => this.#store?.cache(kind, key, value))
  }
}

const QUERY = '?'
/** A text that was refused is not asked for again. */
const REFUSAL = '\0refused '

interface Outcome {
  readonly key: string
  readonly codes: readonly string[]
  readonly how: 'written' | 'cached' | 'refused'
}

function parseRefusal(value: string): readonly string[] {
  return value.startsWith(REFUSAL) ? value.slice(REFUSAL.length).split(' ') : []
}

async function ask(
  part: Part,
  job: CompressJob,
): Promise<{ readonly text: string; readonly refused: readonly string[] }> {
  const { compressor, maxTokens, maxInputTokens, deadline, counter, redact } = job
  const whole = redact(part.text)
  const source = maxInputTokens === undefined ? whole : cutUtf8(whole, maxInputTokens * BYTES_PER_TOKEN)
  try {
    const prompt = compressPrompt(source, maxTokens)
    const { text } = await compressor.compress({ key: part.key, text: source, maxTokens, prompt, deadline })
    return { text, refused: compressor.check({ source, written: text, maxTokens, counter, redact }) }
  } catch {
    return { text: '', refused: ['failed'] }
  }
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
