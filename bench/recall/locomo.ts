import { readFileSync } from 'node:fs'

/** A dialogue as a memory: each turn an entry, each question with the turns that answer it. */
export interface Dialogue {
  readonly name: string
  readonly turns: readonly Turn[]
  readonly questions: readonly Question[]
}

export interface Turn {
  readonly id: string
  readonly text: string
  /** Milliseconds. */
  readonly at: number
}

export interface Question {
  readonly text: string
  readonly evidence: readonly string[]
}

interface Sample {
  readonly sample_id: string
  readonly qa: readonly {
    readonly question: string
    readonly evidence?: readonly string[]
    readonly category: number
  }[]
  readonly conversation: Readonly<Record<string, unknown>>
}

interface LocomoTurn {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
  readonly blip_caption?: string
}

/** Questions whose answer isn't in the dialogue are of this category. */
const ADVERSARIAL = 5

/** Reads the dialogues of LoCoMo. A picture stands as its caption; questions without evidence are left out. */
export function readDialogues(file: string): readonly Dialogue[] {
  const samples = JSON.parse(readFileSync(file, 'utf8')) as readonly Sample[]
  return samples.map(({ sample_id: name, qa, conversation }) => {
    const turns = Object.keys(conversation)
      .filter((key) => /^session_\d+$/.test(key))
      .flatMap((key) =>
        (conversation[key] as readonly LocomoTurn[]).map((turn) =>
          turnOf(turn, conversation[`${key}_date_time`]),
        ),
      )
    const known = new Set(turns.map(({ id }) => id))
    const questions = qa
      .filter(({ category }) => category !== ADVERSARIAL)
      .map(({ question, evidence = [] }) => ({
        text: question,
        evidence: evidence.flatMap((ids) => ids.split(/[;\s]+/).map(entryIdOf)).filter((id) => known.has(id)),
      }))
      .filter(({ evidence }) => evidence.length > 0)
    return { name, turns, questions }
  })
}

function turnOf({ speaker, dia_id: id, text, blip_caption: caption }: LocomoTurn, date: unknown): Turn {
  const picture = caption === undefined ? '' : ` [picture: ${caption}]`
  return { id: entryIdOf(id), text: `${speaker}: ${text}${picture}`, at: parseDate(String(date)) }
}

/** `1:56 pm on 8 May, 2023` */
function parseDate(text: string): number {
  return Date.parse(`${text.replace(/^.* on /, '').replace(',', '')} 12:00 UTC`)
}

function entryIdOf(turn: string): string {
  return `turn-${turn.replace(':', '-')}`
}
