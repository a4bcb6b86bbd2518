const CHAIN = /^\s*cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*/
const ASSIGNMENT = /^\s*[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+/
const PIPE = /\s*\|\s*(?:head|tail|grep|egrep|rg|less|cat|tee|wc|sort|jq|sed|awk)\b[^|]*$/
const REDIRECT = /\s*(?:2>&1|&>\s*\S+|2>\s*\S+|>\s*\/dev\/null)/g

/** What a command line is about: the same however it was wrapped (§6.3). */
export function commandKey(line: string): string {
  let key = line.trim()
  for (let before = ''; before !== key; ) {
    before = key
    key = key.replace(CHAIN, '').replace(ASSIGNMENT, '').replace(REDIRECT, '').replace(PIPE, '').trim()
  }
  return key.replace(/\s*(?:;|&&)\s*echo\b.*$/, '').replace(/\s+/g, ' ')
}

/** The commands of a line that run one after the other, as long as each succeeds. */
export function commandKeys(line: string): readonly string[] {
  if (/\n|<<|["'`].*&&.*["'`]/.test(line)) return [commandKey(line)]
  return line
    .split(/\s*&&\s*/)
    .map(commandKey)
    .filter((key) => key !== '' && !/^cd\s/.test(key))
}

const LONGEST = 100

/** Whether a command can be told to somebody: one line, one command, nothing made for a moment. */
export function isTellable(key: string): boolean {
  return (
    key !== '' &&
    key.length <= LONGEST &&
    !/[\n<>|;`]|&&|\$\(|\/(?:tmp|private|Users|home|var)\/|[0-9a-f]{12,}|\$\{?[A-Z_]/i.test(key)
  )
}

const LOOKING =
  /^(?:ls|cat|cd|pwd|echo|grep|rg|find|head|tail|wc|which|sed|awk|tree|sleep|test|true|stat|file|diff|jq|type|env|export|source|xxd|du|df|ps|kill|touch|mkdir|cp|mv|rm|chmod|curl|wget|git|gh|sort|for|while|if|\[)(?:\s|$)/

/** Whether a command only looks, or moves files about: nothing of a project's own. */
export function isLooking(key: string): boolean {
  return LOOKING.test(key)
}
