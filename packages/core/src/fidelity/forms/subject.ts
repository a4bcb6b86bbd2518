import { codePointCount } from '../../counters/code-point-count.ts'
import { cutGraphemes } from '../../counters/cut-graphemes.ts'
import type { Part } from '../model/message.ts'
import type { Target } from '../model/target.ts'
import { commandOf } from '../targets/call-payload.ts'
import { relativePath } from '../targets/resolve-path.ts'
import { type CallPart, targetsOf } from '../targets/targets-of.ts'

const LONGEST = 120
const LONGEST_COMMAND = 60

/** What a placeholder speaks of: the tool with its file, lines or command. */
export function subjectOf(part: Part, call: Part | undefined, workingDirectory?: string): string {
  switch (part.kind) {
    case 'tool_result':
      return call === undefined ? plain(part.tool ?? 'result') : callSubject(call, workingDirectory, true)
    case 'tool_call':
      return `args of ${callSubject(part, workingDirectory, false)}`
    case 'image':
      return plain(part.text.startsWith('image') ? part.text : `image ${part.text}`)
    case 'attachment':
      return plain(`attachment ${part.text}`)
    case 'text':
    case 'reasoning':
    case 'marker':
      return 'text'
    default:
      return part.kind satisfies never
  }
}

function callSubject(call: CallPart, workingDirectory: string | undefined, withLines: boolean): string {
  const [target] = targetsOf(call)
  const name = targetName(call, target, workingDirectory)
  const lines = withLines && target.range !== undefined ? ` L${target.range[0]}-${lastLine(target)}` : ''
  return [plain(call.tool ?? 'call'), ...(name === '' ? [] : [name])].join(' ') + lines
}

function targetName(call: CallPart, target: Target, workingDirectory: string | undefined): string {
  const command = commandOf(call.args)
  if (target.path !== undefined && command === undefined)
    return plain(relativePath(target.path, workingDirectory))
  return command === undefined
    ? ''
    : plain(cutGraphemes(command.replace(/\s+/g, ' ').trim(), LONGEST_COMMAND))
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
