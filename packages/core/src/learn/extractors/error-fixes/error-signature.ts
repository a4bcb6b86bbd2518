const ANSI = /\u001b\[[0-9;]*[A-Za-z]/g
const FIRST = /^(?:[\w.]*(?:Error|Exception)|error(?:\[\w+\])?|fatal|panic|E)\b/
const ANY =
  /error|fail|exception|traceback|panic|fatal|cannot|could not|not found|no such|denied|refused|timed out/i
const CODE = /\bE[A-Z]{4,}\b|\bTS\d{4}\b/
/** Lines that say that something failed, and not what. */
const EMPTY =
  /^(?:Error: )?(?:Exit code:? \d+|exit status \d+|Process exited with code \d+)\.?$|^(?:npm (?:ERR!|error) )(?:code|errno|A complete log|Lifecycle|path)|^(?:FAIL|FAILED|make: \*\*\*)\b|^(?:--- FAIL|ok\s)|\b0 (?:failed|errors?)\b|^\s*\d+ (?:passing|failing)/i

const CLEANINGS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#uuid'],
  [/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '#time'],
  [/(?:[A-Za-z]:)?(?:\.{0,2}[\\/])?(?:[\w.@~-]+[\\/])+(?=[\w.@~-]*\.?\w)/g, '…/'],
  [/(\.[a-z]{1,4}):\d+(?::\d+)?/gi, '$1:#'],
  [/\(\d+,\d+\)/g, '(#)'],
  [/0x[0-9a-f]+/gi, '0x#'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/gi, '#hex'],
  [/\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|minutes|KB|MB|GB|bytes)\b/g, '#n'],
]

const LONGEST = 200
const READ = 20_000

/** The line of an output that says what went wrong, without what differs each time (§6.3). */
export function errorSignature(output: string): string | undefined {
  const lines = output
    .slice(0, READ)
    .replace(ANSI, '')
    .replace(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line.length < 600 && !EMPTY.test(line))
  const line =
    lines.find((each) => FIRST.test(each)) ?? lines.find((each) => ANY.test(each) || CODE.test(each))
  if (line === undefined) return undefined
  const cleaned = CLEANINGS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
  return cleaned.replace(/\s+/g, ' ').slice(0, LONGEST).trim()
}
