import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { AuditAnswer, DoctorAnswer, Issue, Severity, StatusAnswer } from '../data/answers.ts'
import { type Answered, useAnswer } from '../data/use-answer.ts'
import { type Check, useCheck } from '../data/use-check.ts'
import { counted } from '../data/words.ts'
import { Failure, Waiting } from '../parts/states.tsx'

const WITH_AGENTS = { agents: true }
/** What is wrong comes first: of the rest the first ones, until all are asked for. */
const SHOWN_ISSUES = 8

/** What is stored, and what is wrong with it. */
export function HealthView() {
  const status = useAnswer<StatusAnswer>('status')
  const doctor = useCheck<DoctorAnswer>('doctor', WITH_AGENTS)
  const audit = useCheck<AuditAnswer>('audit')
  return (
    <div class="reading">
      <header class="view-head">
        <h1>Health</h1>
      </header>
      <Answer {...status} render={(answer) => <Stored status={answer} />} />
      <section>
        <h2>Checks</h2>
        <Answer {...doctor} render={(answer) => <Checks doctor={answer} />} />
        <Again check={doctor} />
      </section>
      <section>
        <h2>Audit</h2>
        <Answer {...audit} render={(answer) => <Audit audit={answer} />} />
        <Again check={audit} />
      </section>
    </div>
  )
}

/** What took long is looked at again by hand: the memory may change every second. */
function Again({ check: { isOld, again } }: { readonly check: Check<unknown> }) {
  if (!isOld) return null
  return (
    <p class="again">
      <span class="quiet">The memory has changed since.</span>{' '}
      <button type="button" onClick={again}>
        Look again
      </button>
    </p>
  )
}

/** One of them may fail where the others tell why. */
function Answer<T>({ answer, error, render }: Answered<T> & { readonly render: (answer: T) => VNode }) {
  if (error !== undefined) return <Failure error={error} />
  return answer === undefined ? <Waiting /> : render(answer)
}

function Stored({ status }: { readonly status: StatusAnswer }) {
  const { entries, visible, records, quarantined, outbox, branch, name } = status
  return (
    <Figures
      rows={[
        ['Project', name],
        ['Branch', branch ?? '–'],
        ['Entries', entries.toLocaleString('en')],
        ['Shown', visible.toLocaleString('en')],
        ['Changes', records.toLocaleString('en')],
        ['In quarantine', quarantined.toLocaleString('en')],
        ['Waiting to be taken in', outbox.toLocaleString('en')],
      ]}
    />
  )
}

function Checks({ doctor }: { readonly doctor: DoctorAnswer }) {
  const { issues, errors, warnings, checked } = doctor
  const [isWhole, setIsWhole] = useState(false)
  const remarks = issues.length - errors - warnings
  const worstFirst = issues.toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity])
  const shown = isWhole ? worstFirst : worstFirst.slice(0, Math.max(SHOWN_ISSUES, errors + warnings))
  return (
    <>
      <p>
        {issues.length === 0
          ? `Nothing is wrong${checked === 0 ? '' : ` with ${counted(checked, 'entry', 'entries')}`}.`
          : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(remarks, 'remark')}.`}
      </p>
      <ul class="plain">
        {shown.map((issue) => (
          <IssueRow key={`${issue.code} ${issue.message}`} issue={issue} />
        ))}
        {shown.length < issues.length && (
          <li>
            <button type="button" class="quiet-button" onClick={() => setIsWhole(true)}>
              {counted(issues.length - shown.length, 'more', 'more')}
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

const RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

function IssueRow({ issue }: { readonly issue: Issue }) {
  const { severity, message, fix } = issue
  return (
    <li>
      <span class={severity === 'info' ? 'why' : 'why warn'}>{severity}</span>{' '}
      <span dir="auto">{message}</span>
      {fix.map((command) => (
        <p key={command}>
          <code>{command}</code>
        </p>
      ))}
    </li>
  )
}

function Audit({ audit }: { readonly audit: AuditAnswer }) {
  const { tokens, counts } = audit
  const figure = (count: number) => count.toLocaleString('en')
  return (
    <Figures
      rows={[
        ['Tokens of all texts', figure(tokens.all)],
        ['Tokens of what is shown', figure(tokens.visible)],
        ['Tokens of the index', figure(tokens.index)],
        ...Object.entries(counts).map(([kind, count]): [string, string] => [
          kind.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
          figure(count),
        ]),
      ]}
    />
  )
}

function Figures({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
