import { seededRandom } from '../../../src/domain/seeded-random.ts'
import type { Message, Part, Role } from '../../../src/fidelity/model/message.ts'
import { type KeyedPart, PartKeys } from '../../../src/fidelity/model/part-key.ts'
import { callPart } from '../build-window.ts'

type Draft = KeyedPart & Partial<Part>
type Pick = <T>(of: readonly [T, ...T[]]) => T

const SYNTH_CALLS = 400

/**
 * A session that no agent wrote, of everything that transcripts have: parallel calls, results in one message or in
 * several and out of order, errors, empty results, files that are read again, renamed and deleted, reasoning that is
 * signed or not, images, pastes, letters of other scripts, and hosts that give one id to several calls. The same
 * number gives the same session.
 */
export function synthSession(seed: number, calls = SYNTH_CALLS): readonly Message[] {
  const session = new SynthSession(seed)
  for (let call = 0; call < calls; call++) session.call(call)
  return session.messages
}

class SynthSession {
  readonly messages: Message[] = []
  readonly #keys = new PartKeys()
  readonly #random: () => number
  readonly #repeatsIds: boolean
  readonly #files: string[] = []
  #made = 0

  constructor(seed: number) {
    this.#random = seededRandom(seed)
    // One host in four counts its calls from the beginning in each message.
    this.#repeatsIds = seed % 4 === 3
    this.#say(
      'user',
      [{ kind: 'text', text: 'Port the billing module to the new ledger, file by file.' }],
      true,
    )
  }

  call(call: number): void {
    if (call > 0 && this.#chance(0.05)) this.#person(call)
    const count = this.#chance(0.7) ? 1 : 2 + this.#below(4)
    const steps = Array.from({ length: count }, (_, place) => this.#step(call, place))
    this.#say('assistant', [...this.#thought(call), ...steps.map(({ asked }) => asked)])
    this.#answer(steps.map(({ answer }) => answer))
  }

  #person(call: number): void {
    this.#say('assistant', [{ kind: 'text', text: `Step ${call} is done; ${this.#word()} is next.` }])
    const text = this.#pick([
      `Go on, and never touch src/generated/${this.#word()}.ts`,
      `Das Runden in Zeile ${call} stimmt nicht: ${this.#word()} muss ${this.#below(9000)} sein.`,
      `次は ${this.#word()} を直してください。ポートは ${3000 + this.#below(900)} です。`,
      `This is what the server says:\n\`\`\`\n${this.#lines(40, 'log')}\n\`\`\`\nWhat is ${this.#word()}?`,
    ])
    const image: Draft = { kind: 'image', text: `image/png 800×600 ${call}`, tokens: 640 }
    this.#say('user', [{ kind: 'text', text }, ...(this.#chance(0.3) ? [image] : [])], true)
  }

  #thought(call: number): readonly Draft[] {
    const reasoning: Draft = {
      kind: 'reasoning',
      text: `I think of ${this.#word()} at ${call}. `.repeat(1 + this.#below(8)),
      ...(this.#chance(0.5) ? { opaque: true } : {}),
    }
    const text: Draft = { kind: 'text', text: `Now ${this.#word()}, then ${this.#word()}.` }
    return [...(this.#chance(0.4) ? [reasoning] : []), ...(this.#chance(0.3) ? [text] : [])]
  }

  #step(call: number, place: number): { readonly asked: Draft; readonly answer: Draft } {
    const callId = this.#repeatsIds ? `call_${place}` : `call_${call}_${place}`
    const { tool, args, text } = this.#act()
    const isEmpty = this.#chance(0.05)
    const isError = !isEmpty && this.#chance(0.08)
    const answer: Draft = {
      kind: 'tool_result',
      callId,
      tool,
      text: isEmpty ? '' : isError ? `Error: ${this.#word()} failed at ${call}\n${text.slice(0, 300)}` : text,
      ...(isError ? { isError } : {}),
      ...(tool === 'bash' ? { exitCode: isError ? 1 : 0 } : {}),
    }
    return { asked: callPart(callId, tool, args), answer }
  }

  #act(): { readonly tool: string; readonly args: object; readonly text: string } {
    const path = this.#file()
    switch (this.#below(8)) {
      case 0:
      case 1:
        return { tool: 'read', args: { path }, text: this.#lines(20 + this.#below(120), path) }
      case 2: {
        const [offset, limit] = [1 + this.#below(80), 10 + this.#below(60)]
        return { tool: 'read', args: { path, offset, limit }, text: this.#lines(limit, path) }
      }
      case 3: {
        const [oldText, newText] = [
          this.#lines(2 + this.#below(14), path),
          this.#lines(2 + this.#below(20), path),
        ]
        return { tool: 'edit', args: { path, oldText, newText }, text: 'The file was changed.' }
      }
      case 4:
        return {
          tool: 'write',
          args: { path, content: this.#lines(10 + this.#below(90), path) },
          text: 'Written.',
        }
      case 5:
        return {
          tool: 'bash',
          args: { command: `npm test -- ${path}` },
          text: this.#lines(10 + this.#below(90), 'log'),
        }
      case 6:
        return {
          tool: 'grep',
          args: { pattern: this.#word(), path: 'src' },
          text: this.#lines(30, `${path}:12:`),
        }
      default:
        return this.#gone(path)
    }
  }

  /** A file that is renamed or deleted is asked for again later, as agents do. */
  #gone(path: string): { readonly tool: string; readonly args: object; readonly text: string } {
    const destination = `src/moved/${this.#word()}.ts`
    if (this.#chance(0.5)) return { tool: 'delete_file', args: { path }, text: '' }
    this.#files.push(destination)
    return { tool: 'move_file', args: { path, destination }, text: `Moved to ${destination}` }
  }

  /** Mostly one that was named before. */
  #file(): string {
    const known = this.#files[this.#below(this.#files.length)]
    if (known !== undefined && this.#chance(0.6)) return known
    const path = `${this.#pick(['src', 'packages/ledger/src', 'src/büro', '/work/app/test'])}/${this.#word()}.ts`
    this.#files.push(path)
    return path
  }

  /** Results in one message, or in several and in another order. */
  #answer(answers: readonly Draft[]): void {
    if (answers.length === 1 || this.#chance(0.5)) {
      this.#say('tool', answers)
      return
    }
    const order = this.#chance(0.5) ? answers : answers.toReversed()
    const cut = 1 + this.#below(order.length - 1)
    this.#say('tool', order.slice(0, cut))
    this.#say('tool', order.slice(cut))
  }

  #say(role: Role, parts: readonly Draft[], human = false): void {
    const keyed = parts.map((part) => ({ raw: null, ...part, key: this.#keys.next(role, part) }))
    this.messages.push({ role, human, raw: null, parts: keyed })
  }

  #lines(count: number, about: string): string {
    return Array.from(
      { length: count },
      (_, line) =>
        `${about} ${line}: const ${this.#word()} = ${this.#word()}(${this.#below(100_000)}) // näher`,
    ).join('\n')
  }

  #word(): string {
    const names = [
      'ledgerEntry',
      'computeTax',
      'RATE_LIMIT',
      'roundHalf',
      'postInvoice',
      'größe',
      '残高',
    ] as const
    return `${this.#pick(names)}${this.#chance(0.5) ? this.#below(60) : this.#made++ % 997}`
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most)
  }

  #pick: Pick = (of) => of[this.#below(of.length)] ?? of[0]
}
