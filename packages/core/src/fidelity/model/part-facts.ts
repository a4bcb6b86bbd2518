import type { TokenCounter } from '../../ports/token-counter.ts'
import { AtomTable } from '../atoms/atom-table.ts'
import { type AtomClass, namedAtoms } from '../atoms/atoms.ts'
import { replacedLines } from '../targets/replaced-lines.ts'
import { targetsOf } from '../targets/targets-of.ts'
import { isArgumentObject } from './canonical-arguments.ts'
import type { Message, Part } from './message.ts'
import { partTokens } from './part-tokens.ts'
import { terms } from './terms.ts'

const NONE = new Int32Array()

/** What is known of a part by its text alone; each is found out when it is first asked for. */
export class PartFacts {
  readonly text: string
  readonly tokens: number
  readonly #part: Part
  readonly #table: AtomTable
  #atoms: Int32Array | undefined
  #uses: Int32Array | undefined
  #terms: ReadonlySet<string> | undefined

  constructor(part: Part, counter: TokenCounter, table: AtomTable) {
    this.#part = part
    this.#table = table
    this.text = part.text
    this.tokens = partTokens(part, counter)
  }

  /** Its atoms, by their numbers in the table of its book. */
  get atoms(): Int32Array {
    this.#atoms ??= this.#part.kind === 'reasoning' ? NONE : this.#table.idsIn(...searchedTexts(this.#part))
    return this.#atoms
  }

  /** Of a text or call of the assistant: the names in it, and the lines that an edit looks for. */
  get uses(): Int32Array {
    this.#uses ??= this.#usesOf()
    return this.#uses
  }

  #usesOf(): Int32Array {
    const named = this.atoms.filter((atom) => this.#table.classOf(atom) !== 'line')
    const lines = this.#table.idsOf(quotedLines(this.#part))
    return lines.length === 0 ? named : Int32Array.from([...named, ...lines])
  }

  /** Its words without capitals and endings, which a plan's keywords are compared with. */
  get terms(): ReadonlySet<string> {
    this.#terms ??= terms(this.text)
    return this.#terms
  }
}

/** What a part of the assistant's quotes. */
export function usesOf(part: Part): ReadonlyMap<string, AtomClass> {
  if (part.kind !== 'text' && part.kind !== 'tool_call') return new Map()
  return new Map([...namedAtoms(searchedText(part)), ...quotedLines(part)])
}

/** The lines that an edit looks for. */
function quotedLines(part: Part): readonly (readonly [string, AtomClass])[] {
  const isEdit = part.kind === 'tool_call' && targetsOf(part).some(({ operation }) => operation === 'edit')
  return isEdit ? [...new Set(replacedLines(part))].map((line) => [line, 'line'] as const) : []
}

/** Facts of the parts of one session. A window grows at its end, so nearly all of them are known already. */
export class FactsBook {
  readonly counter: TokenCounter
  readonly table = new AtomTable()
  readonly #facts = new Map<string, PartFacts>()
  readonly #nameTokens: number[] = []
  readonly #uses = new WeakMap<Pick<Message, 'parts'>, Int32Array>()
  readonly #shown = new Map<string, { readonly text: string; readonly atoms: Int32Array }>()

  constructor(counter: TokenCounter) {
    this.counter = counter
  }

  of(part: Part): PartFacts {
    const known = this.#facts.get(part.key)
    if (known !== undefined && known.text === part.text) return known
    const facts = new PartFacts(part, this.counter, this.table)
    this.#facts.set(part.key, facts)
    return facts
  }

  /** What a message of the assistant quotes, each once. */
  usesOf(message: Pick<Message, 'parts'>): Int32Array {
    const known = this.#uses.get(message)
    if (known !== undefined) return known
    const uses = Int32Array.from(new Set(message.parts.flatMap((part) => [...this.of(part).uses])))
    this.#uses.set(message, uses)
    return uses
  }

  /** Tokens of the name of an atom. */
  nameTokens(atom: number): number {
    const known = this.#nameTokens[atom]
    if (known !== undefined) return known
    const tokens = this.counter.count(this.table.nameOf(atom))
    this.#nameTokens[atom] = tokens
    return tokens
  }

  /** The atoms of a text that is shown instead of a part. */
  shownAtoms(key: string, text: string): Int32Array {
    const known = this.#shown.get(key)
    if (known !== undefined && known.text === text) return known.atoms
    const atoms = this.table.idsIn(text)
    this.#shown.set(key, { text, atoms })
    return atoms
  }
}

/** A text, or the values of a call's arguments as the model means them: without the escapes of JSON. */
export function searchedText(part: Pick<Part, 'kind' | 'text' | 'args'>): string {
  return searchedTexts(part).join('\n')
}

/** The same one by one: a text that is the part's own need not be kept twice. */
export function searchedTexts({ kind, text, args }: Pick<Part, 'kind' | 'text' | 'args'>): readonly string[] {
  if (kind !== 'tool_call' || !isArgumentObject(args)) return [text]
  return Object.values(args).map((value) =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  )
}
