import type { Target } from '../model/target.ts'

/**
 * What a command line works on, where it is one simple command after an optional `cd X &&`: only then can its
 * output be taken for the text of a file.
 */
export function commandTarget(line: string): Target | undefined {
  const [, quoted, rest = line] =
    /^\s*cd\s+("[^"$`\\]*"|'[^']*'|[^\s"'$`\\;|&<>*?()]+)\s*&&\s*(.*)$/s.exec(line) ?? []
  const words = splitWords(rest.trim())
  if (words === undefined) return undefined
  const target = targetOfWords(words)
  const folder = quoted?.replace(/^["']|["']$/g, '')
  return target === undefined || folder === undefined ? target : within(target, folder)
}

function targetOfWords(words: readonly string[]): Target | undefined {
  const [program = '', ...rest] = words
  const [first = '', second = '', third = ''] = rest
  const shape = `${program} ${rest.length}`
  if (shape === 'cat 1') return fileTarget('read', first)
  if (shape === 'nl 2' && first === '-ba') return fileTarget('read', second)
  if (shape === 'rm 1') return fileTarget('delete', first)
  if (shape === 'rm 2' && first === '-f') return fileTarget('delete', second)
  if (shape === 'mv 2' && isFile(first) && isFile(second)) {
    return { operation: 'move', path: first, destination: second }
  }
  if (shape === 'git 3' && first === 'checkout' && second === '--') return fileTarget('write', third)
  return rangedRead(shape, first, second, third)
}

function rangedRead(shape: string, first: string, second: string, third: string): Target | undefined {
  if (shape === 'head 3' && first === '-n' && /^\d+$/.test(second) && isFile(third)) {
    return { operation: 'read', path: third, range: [1, Number(second)] }
  }
  const [, from, to] = /^(\d+),(\d+)p$/.exec(second) ?? []
  if (shape !== 'sed 3' || first !== '-n' || from === undefined || !isFile(third)) return undefined
  return { operation: 'read', path: third, range: [Number(from), Number(to)] }
}

function fileTarget(operation: 'read' | 'write' | 'delete', path: string): Target | undefined {
  return isFile(path) ? { operation, path } : undefined
}

function isFile(word: string): boolean {
  return word !== '' && !word.startsWith('-')
}

function within(target: Target, folder: string): Target {
  const join = (path: string) => (/^(?:[A-Za-z]:)?[\\/]/.test(path) ? path : `${folder}/${path}`)
  const { path, destination } = target
  return {
    ...target,
    ...(path === undefined ? {} : { path: join(path) }),
    ...(destination === undefined ? {} : { destination: join(destination) }),
  }
}

const WORD = /\s*(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\;|&<>*?[\](){}~#!\n]+))(?=\s|$)/y

/** The words of a command that needs no shell; undefined where it needs one. */
function splitWords(command: string): readonly string[] | undefined {
  const words: string[] = []
  WORD.lastIndex = 0
  while (WORD.lastIndex < command.length) {
    const match = WORD.exec(command)
    if (match === null || command.includes('\n')) return undefined
    words.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  return words
}
