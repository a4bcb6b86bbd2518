import type { TokenCounter } from '../../ports/token-counter.ts'
import { ELIDED, isArgumentObject } from '../model/canonical-arguments.ts'
import type { Part } from '../model/message.ts'
import { OLD_TEXT, patchOf, textArgument } from '../targets/call-payload.ts'
import { isPatchTool } from '../targets/tool-names.ts'
import { tokenSize } from './token-size.ts'

/** An edit that was applied, without the text that it replaced: that is no longer in the file. */
export function appliedEdit(call: Part, counter: TokenCounter): string | undefined {
  if (isPatchTool(call.tool)) return appliedPatch(call)
  if (!isArgumentObject(call.args)) return undefined
  const { edits } = call.args
  const own = withoutOld(call.args, counter)
  const shown = Array.isArray(edits)
    ? { ...own, edits: edits.map((edit) => (isArgumentObject(edit) ? withoutOld(edit, counter) : edit)) }
    : own
  const text = JSON.stringify(shown)
  return text === JSON.stringify(call.args) ? undefined : text
}

type Arguments = Readonly<Record<string, unknown>>

function withoutOld(edit: Arguments, counter: TokenCounter): Arguments {
  const name = OLD_TEXT.find((each) => textArgument(edit, [each]) !== undefined)
  const old = name === undefined ? undefined : textArgument(edit, [name])
  if (name === undefined || old === undefined) return edit
  return { ...edit, [name]: `[… ${tokenSize(counter.count(old))} tok, applied]` }
}

function appliedPatch(call: Part): string | undefined {
  const patch = patchOf(call.text, call.args)
  const shown = withoutRemovedLines(patch)
  if (shown === patch) return undefined
  if (!isArgumentObject(call.args)) return shown
  const [name] = Object.entries(call.args).find(([, value]) => value === patch) ?? []
  return name === undefined ? undefined : JSON.stringify({ ...call.args, [name]: shown })
}

/** The removed lines of each hunk as one. */
function withoutRemovedLines(patch: string): string {
  const shown: string[] = []
  let removed = 0
  let place = -1
  const close = () => {
    if (place >= 0) shown[place] = `-[… ${removed} lines, applied]`
    removed = 0
    place = -1
  }
  for (const line of patch.split('\n')) {
    if (/^(?:@@|\*\*\* )/.test(line)) close()
    if (!line.startsWith('-')) shown.push(line)
    else if (removed++ === 0) place = shown.push(line) - 1
  }
  close()
  return shown.join('\n')
}

const IMITATION = /^\[… [\d.]+k? tok, applied\]$/

/** Whether arguments hold what only an elision writes: the model then copies what it sees. */
export function imitatesElision(args: unknown): boolean {
  if (typeof args === 'string') return IMITATION.test(args)
  if (Array.isArray(args)) return args.some(imitatesElision)
  if (!isArgumentObject(args)) return false
  return Object.entries(args).some(([name, value]) => name === ELIDED || imitatesElision(value))
}
