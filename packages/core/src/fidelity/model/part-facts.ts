import type { TokenCounter } from '../../ports/token-counter.ts'
import { type AtomClass, atoms } from '../atoms/atoms.ts'
import { isArgumentObject } from './canonical-arguments.ts'
import type { Part } from './message.ts'
import { partTokens } from './part-tokens.ts'
import { terms } from './terms.ts'

const NO_ATOMS: ReadonlyMap<string, AtomClass> = new Map()

/** What is known of a part by its text alone; each is found out when it is first asked for. */
export class PartFacts {
  readonly text: string
  readonly tokens: number
  readonly #part: Part
  #atoms: ReadonlyMap<string, AtomClass> | undefined
  #words: ReadonlySet<string> | undefined
  #terms: ReadonlySet<string> | undefined

  constructor(part: Part, counter: TokenCounter) {
    this.#part = part
    this.text = part.text
    this.tokens = partTokens(part, counter)
  }

  get atoms(): ReadonlyMap<string, AtomClass> {
    this.#atoms ??= this.#part.kind === 'reasoning' ? NO_ATOMS : atoms(searchedText(this.#part))
    return this.#atoms
  }

  get words(): ReadonlySet<string> {
    this.#words ??= new Set(this.text.toLowerCase().match(/[a-z_][a-z0-9_]{2,}/g) ?? [])
    return this.#words
  }

  /** Its words without capitals and endings, which a plan's keywords are compared with. */
  get terms(): ReadonlySet<string> {
    this.#terms ??= terms(this.text)
    return this.#terms
  }
}

/** Facts of the parts of one session. A window grows at its end, so nearly all of them are known already. */
export class FactsBook {
  readonly counter: TokenCounter
  readonly #facts = new Map<string, PartFacts>()

  constructor(counter: TokenCounter) {
    this.counter = counter
  }

  of(part: Part): PartFacts {
    const known = this.#facts.get(part.key)
    if (known !== undefined && known.text === part.text) return known
    const facts = new PartFacts(part, this.counter)
    this.#facts.set(part.key, facts)
    return facts
  }
}

/** A text, or the values of a call's arguments as the model means them: without the escapes of JSON. */
export function searchedText({ kind, text, args }: Pick<Part, 'kind' | 'text' | 'args'>): string {
  if (kind !== 'tool_call' || !isArgumentObject(args)) return text
  return Object.values(args)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('\n')
}
