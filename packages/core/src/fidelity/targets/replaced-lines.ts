import { lineAtom } from '../atoms/atoms.ts'
import { patchOf, replacementsOf } from './call-payload.ts'
import type { CallPart } from './targets-of.ts'
import { isPatchTool } from './tool-names.ts'

/** The atoms of the lines that an edit looks for in its file. */
export function replacedLines(call: CallPart): readonly string[] {
  const lines = isPatchTool(call.tool)
    ? patchOf(call.text, call.args)
        .split('\n')
        .flatMap((line) => (/^[- ]/.test(line) ? [line.slice(1)] : []))
    : replacementsOf(call.args).flatMap(({ old }) => old.split('\n'))
  return lines.flatMap((line) => lineAtom(line) ?? [])
}
