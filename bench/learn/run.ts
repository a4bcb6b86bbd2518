import { est1 } from '@varve/core'
import { renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { readJudgements, type Verdict } from './judgements.ts'
import { type LearntProject, learnProject } from './learn-project.ts'
import { readModelLearnings } from './model-learnings.ts'
import { type RecordedSession, readProjects } from './read-projects.ts'
import { RULE, saysTheSame, type Words, wordsOf } from './says-the-same.ts'

interface Measured extends LearntProject {
  readonly project: string
  readonly sessions: readonly RecordedSession[]
  /** The learner’s rules were chosen by these. */
  readonly isTuned: boolean
}

/** What the rules of the learner find, how much of it is of use, and what it costs a session to carry it. */
export async function run(): Promise<BenchResult> {
  const projects = [...readProjects()].sort(([a], [b]) => (a < b ? -1 : 1))
  if (projects.length === 0)
    return {
      claim: CLAIM,
      how: 'Skipped: there are no transcripts; VARVE_DATA names the folder of public data.',
      table: '',
    }
  const measured = projects.map(([project, sessions], index) => ({
    project,
    sessions,
    isTuned: index % 2 === 1,
    ...learnProject(project, sessions),
  }))
  return {
    claim: CLAIM,
    how: `The public transcripts, as \`varve learn\` reads them. The rules were chosen by every second project in the order of names (tuned); the others were first looked at when the rules stood (held out). **Precision**: ${HOW_JUDGED}\n\n**Found**: of what a model had learnt of the sessions that lie here too (the kinds repo, workflow, code and friction), the share that the learner found in the same session. ${RULE} Since that is much to ask of rules, beside it the share that any one sentence of the session says by the same rule: more than that no choice of sentences can find.`,
    table: [precision(measured), found(measured), costs(measured)].join('\n\n'),
  }
}

const CLAIM = 'Rules alone learn little of what a model learns: a third of it useful, a quarter wrong'
const HOW_JUDGED =
  'each thing that was learnt was judged once, by who wrote the rules and so not blindly: of the tuned half what people had said in the sessions was read before, of the others only the learnt text. The rules were changed after a look at what the tuned half gave, which flatters it; not after the others were seen. The verdicts are in `bench/learn/judgements.tsv`, by a name that is made of project and text: useful to whoever works there next; thin, where it is true and lasts but helps little; wrong, where it was of the moment, can’t be understood by itself, or isn’t so.'

function precision(measured: readonly Measured[]): string {
  const judgements = readJudgements()
  const rows = [
    ...['tuned', 'held out'].map((half) => ({
      name: half,
      of: measured.filter(({ isTuned }) => isTuned === (half === 'tuned')).flatMap(({ learnt }) => learnt),
    })),
    ...[
      ...Map.groupBy(
        measured.flatMap(({ learnt }) => learnt),
        ({ extractor }) => extractor,
      ),
    ]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, of]) => ({ name, of })),
  ]
  return renderTable(
    ['', 'learnt', 'judged', 'useful', 'thin', 'wrong', 'not wrong'],
    rows.map(({ name, of }) => {
      const verdicts = of.flatMap((each) => judgements.get(each.name) ?? [])
      const count = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length
      return [
        name,
        String(of.length),
        String(verdicts.length),
        ...(['useful', 'thin', 'wrong'] as const).map((verdict) => String(count(verdict))),
        percent(verdicts.length - count('wrong'), verdicts.length),
      ]
    }),
  )
}

function found(measured: readonly Measured[]): string {
  const learnings = readModelLearnings()
  return renderTable(
    ['', 'sessions', 'a model’s learnings', 'found by the learner', 'said in one sentence'],
    ['tuned', 'held out'].map((half) => {
      const of = measured.filter(({ isTuned }) => isTuned === (half === 'tuned'))
      const sessions = new Map(of.flatMap(({ sessions: all }) => all.map((each) => [each.externalId, each])))
      const learnt = of.flatMap((each) => each.learnt)
      const ours = learnings.filter(({ session }) => sessions.has(session))
      const sentences = new Map([...sessions].map(([id, each]) => [id, sentenceWords(each)]))
      const counted = ours.map(({ text, session }) => {
        const words = wordsOf(text)
        const found = learnt.filter((each) => each.sessions.includes(session))
        return {
          isFound: found.some(({ entry }) => saysTheSame(wordsOf(entry.content), words)),
          isSaid: sentences.get(session)?.some((sentence) => saysTheSame(sentence, words)) ?? false,
        }
      })
      return [
        half,
        String(new Set(ours.map(({ session }) => session)).size),
        String(ours.length),
        percent(counted.filter(({ isFound }) => isFound).length, ours.length),
        percent(counted.filter(({ isSaid }) => isSaid).length, ours.length),
      ]
    }),
  )
}

function sentenceWords({ read }: RecordedSession): readonly Words[] {
  return read.steps
    .flatMap((step) => (step.kind === 'said' ? step.text.split(/(?<=[.!?])\s|\n/) : []))
    .filter((sentence) => sentence.length < 400)
    .map(wordsOf)
}

function costs(measured: readonly Measured[]): string {
  const judgements = readJudgements()
  return renderTable(
    [
      'project',
      'sessions',
      'tokens said in them',
      'learnt',
      'of them promoted',
      'tokens: knowledge.md',
      'tokens: patterns.md',
      'useful in 1,000 tokens',
    ],
    measured
      .filter(({ learnt }) => learnt.length > 0)
      .map(({ project, sessions, learnt, promoted, tokens }) => {
        const judged = learnt.filter(({ name }) => judgements.has(name))
        const useful = judged.filter(({ name }) => judgements.get(name) === 'useful')
        const carried = judged.reduce((sum, { entry }) => sum + est1.count(entry.content), 0)
        return [
          project,
          number(sessions.length),
          number(sessions.reduce((sum, each) => sum + tokensSaid(each), 0)),
          number(learnt.length),
          number(promoted),
          number(tokens.knowledge),
          number(tokens.patterns),
          judged.length === 0 ? '–' : number(Math.round((useful.length * 1000) / carried)),
        ]
      }),
  )
}

function tokensSaid({ read }: RecordedSession): number {
  return read.steps.reduce((sum, step) => {
    const text = step.kind === 'said' ? step.text : `${step.command ?? ''}${step.result?.text ?? ''}`
    return sum + est1.count(text)
  }, 0)
}

function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.round((100 * part) / of)} %`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
