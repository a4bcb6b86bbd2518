import { numberOf, objectOf } from '../host/host-object.ts'

/** The exit code that the output of a command tells: as JSON with metadata, or in the lines before it. */
export function exitCodeOf(text: string): number | undefined {
  if (text.startsWith('{')) return exitCodeOfJson(text)
  const head = text.slice(0, 400)
  if (!/^(?:Chunk ID|Exit code:|Process exited with code|Wall time)/.test(head)) return undefined
  const code = /^(?:Exit code:|Process exited with code) *(-?\d+)/m.exec(head)?.[1]
  return code === undefined ? undefined : Number(code)
}

function exitCodeOfJson(text: string): number | undefined {
  try {
    return numberOf(objectOf(objectOf(JSON.parse(text))?.metadata)?.exit_code)
  } catch {
    return undefined
  }
}
