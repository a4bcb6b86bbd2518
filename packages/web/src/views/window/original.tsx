import type { SessionAnswer, WindowPart } from '../../data/answers.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { LongText } from '../../parts/long-text.tsx'
import { Failure, Waiting } from '../../parts/states.tsx'

/** Messages that are read before the one that is asked for. */
const AROUND = 3

interface OriginalProps {
  readonly session: string
  readonly part: WindowPart
}

/** What is sent of a part, and all of it as it was captured. */
export function Original({ session, part }: OriginalProps) {
  const { message, place, level, sent, handle, p } = part
  const { answer, error } = useAnswer<SessionAnswer>(message === null ? undefined : 'session show', {
    session,
    at: message,
    limit: AROUND,
    raw: true,
  })
  const found = answer?.messages.find(({ id }) => id === message)?.parts[place]
  return (
    <div class="original">
      {level !== 'full' && (
        <>
          <h3>What is sent</h3>
          <LongText text={sent || '(nothing)'} />
        </>
      )}
      <h3>{level === 'full' ? 'Sent as it is' : 'The original'}</h3>
      {error !== undefined && <Failure error={error} />}
      {answer === undefined && error === undefined && <Waiting />}
      {found !== undefined && (
        <LongText text={found.args === undefined ? found.text : JSON.stringify(found.args, null, 2)} />
      )}
      {found?.truncated !== undefined && (
        <p class="quiet">Too large to keep whole: it had {found.truncated.toLocaleString('en')} bytes.</p>
      )}
      <p class="quiet">
        Handle <code>{handle}</code>
        {p !== undefined && ` · needed again: ${(100 * p).toFixed(1)} %`}
      </p>
    </div>
  )
}
