import { codePointCount } from '../../counters/code-point-count.ts'
import { cutGraphemes } from '../../counters/cut-graphemes.ts'
import type { Part } from '../model/message.ts'
import type { Target } from '../model/target.ts'
import { commandOf } from '../targets/call-payload.ts'
import { relativePath } from '../targets/resolve-path.ts'
import { type CallPart, targetsOf } from '../targets/targets-of.ts'

const LONGEST = 120
const LONGEST_COMMAND = 60

export interface SubjectContext {
  /** Masks secrets in a command or a path before it is cut: nothing tells what half a secret is. */
  readonly redact: (text: string) => string
  readonly workingDirectory?: string | undefined
}

/** What a placeholder speaks of: the tool with its file, lines or command. */
export function subjectOf(part: Part, call: Part | undefined, context: SubjectContext): string {
  switch (part.kind) {
    case 'tool_result':
      return call === undefined ? plain(part.tool ?? 'result') : callSubject(call, context, true)
    case 'tool_call':
      return `args of ${callSubject(part, context, false)}`
    case 'image':
      return plain(context.redact(imageSubject(part.text)))
    case 'attachment':
      return plain(context.redact(`attachment ${part.text}`))
    case 'text':
    case 'reasoning':
    case 'marker':
      return 'text'
    default:
      return part.kind satisfies never
  }
}

function callSubject(call: CallPart, context: SubjectContext, withLines: boolean): string {
  const [target] = targetsOf(call)
  const name = targetName(call, target, context)
  const lines = withLines && target.range !== undefined ? ` L${target.range[0]}-${lastLine(target)}` : ''
  return [plain(call.tool ?? 'call'), ...(name === '' ? [] : [name])].join(' ') + lines
}

function targetName(call: CallPart, target: Target, { redact, workingDirectory }: SubjectContext): string {
  const command = commandOf(call.args)
  if (target.path !== undefined && command === undefined)
    return plain(redact(relativePath(target.path, workingDirectory)))
  return command === undefined
    ? ''
    : plain(cutGraphemes(redact(command).replace(/\s+/g, ' ').trim(), LONGEST_COMMAND))
}

function lastLine({ range }: Target): string {
  return range === undefined || range[1] < 0 ? '' : String(range[1])
}

/** Without what could end a placeholder early or hide in it. */
function plain(text: string): string {
  const clean = text
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
  return codePointCount(clean) <= LONGEST ? clean : `${cutGraphemes(clean, LONGEST - 1)}…`
}

/** Size and type; the mark that tells it from other images says nothing to a reader. */
function imageSubject(text: string): string {
  return text.startsWith('image') ? text.replace(/ [0-9a-f]{8}$/, '') : `image ${text}`
}
