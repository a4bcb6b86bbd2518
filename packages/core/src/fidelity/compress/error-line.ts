const WORD =
  /\b(error|exception|failed|failure|fatal|panic|traceback|assert|undefined is not|cannot find|FAIL)\b/i
const MARK = /^\s*(E\s|✗|×|not ok)/

/** Whether a line tells of something that went wrong. */
export function isErrorLine(line: string): boolean {
  return WORD.test(line) || MARK.test(line)
}
