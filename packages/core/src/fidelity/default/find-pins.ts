import type { Message } from '../model/message.ts'
import { CORRECTIONS, isProtected } from '../model/protected-text.ts'
import { resolvePath } from '../targets/resolve-path.ts'
import { targetsOf } from '../targets/targets-of.ts'
import type { WindowSignals } from './window-signals.ts'

export interface PinInput {
  readonly messages: readonly Message[]
  readonly signals: WindowSignals
  readonly rules: readonly string[]
  readonly workingDirectory?: string | undefined
}

/** The parts that stay as they are, each with the rule that says so. */
export function findPins({
  messages,
  signals,
  rules,
  workingDirectory,
}: PinInput): ReadonlyMap<string, string> {
  const pins = new Map<string, string>()
  const named = new Set(rules)
  const task = named.has('task') ? messages.find((message) => message.human) : undefined
  const plan = named.has('plan') ? newestPlan(signals) : undefined
  const patterns = rules.filter((rule) => rule.includes(':')).map(readPattern)
  for (const message of messages) {
    for (const part of message.parts) {
      const rule =
        messageRule(message, task, named) ??
        (named.has('protect') && isProtected(part.text) ? 'protect' : undefined) ??
        (part.key === plan ? 'plan' : undefined) ??
        patterns.find(({ pins: isPinned }) => isPinned(part.key, signals, workingDirectory))?.rule
      if (rule !== undefined) pins.set(part.key, rule)
    }
  }
  return pins
}

function messageRule(
  message: Message,
  task: Message | undefined,
  rules: ReadonlySet<string>,
): string | undefined {
  if (message.pinned === true || message.injected === true) return 'host'
  if (message === task) return 'task'
  if (rules.has('system') && message.role === 'system') return 'system'
  const isCorrection = message.parts.some((part) => part.text.startsWith(CORRECTIONS))
  return rules.has('correction') && isCorrection ? 'correction' : undefined
}

function newestPlan({ calls }: WindowSignals): string | undefined {
  return calls.findLast(({ call }) => targetsOf(call)[0].operation === 'todo')?.call.key
}

interface Pattern {
  readonly rule: string
  readonly pins: (key: string, signals: WindowSignals, workingDirectory: string | undefined) => boolean
}

function readPattern(rule: string): Pattern {
  const [kind = '', ...rest] = rule.split(':')
  const value = rest.join(':')
  const matches = glob(value)
  if (kind === 'key') return { rule, pins: (key) => key === value }
  if (kind === 'tool')
    return { rule, pins: (key, { callByKey }) => matches(callByKey.get(key)?.call.tool ?? '') }
  if (kind !== 'path') return { rule, pins: () => false }
  const pins: Pattern['pins'] = (key, { callByKey }, workingDirectory) => {
    const call = callByKey.get(key)?.call
    const paths =
      call === undefined ? [] : targetsOf(call).flatMap(({ path }) => (path === undefined ? [] : [path]))
    return paths.some((path) => matches(path) || matches(resolvePath(path, workingDirectory)))
  }
  return { rule, pins }
}

/** `*` stands for any characters; capitals don't count. */
function glob(pattern: string): (text: string) => boolean {
  const source = pattern.split('*').map((piece) => piece.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  const expression = new RegExp(`^${source.join('.*')}$`, 'is')
  return (text) => text !== '' && expression.test(text)
}
