import { isJsonObject, VarveError } from '@varve/core'
import { readTextFile } from '../files/read-text-file.ts'
import { findJsonError } from './find-json-error.ts'

/** A configuration file as it was written. */
export interface ConfigSource {
  readonly file: string
  readonly place: 'user' | 'project'
  readonly members: Readonly<Record<string, unknown>>
}

/** Reads a configuration file, or undefined where there is none; throws `config_invalid`. Never writes. */
export function readConfigFile(file: string, place: ConfigSource['place']): ConfigSource | undefined {
  const text = readTextFile(file)
  return text === undefined ? undefined : parseConfigText(text, file, place)
}

/** A file's text as members; byte order mark, line ends and an empty file are no problem. */
export function parseConfigText(text: string, file: string, place: ConfigSource['place']): ConfigSource {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  if (json.trim() === '') return { file, place, members: {} }
  const members = parseJson(json, file)
  if (isJsonObject(members)) return { file, place, members }
  throw new VarveError('config_invalid', `${file} holds no JSON object`, {
    subjects: [file],
    fix: ['varve doctor'],
  })
}

function parseJson(json: string, file: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    const place = findJsonError(json)
    const where = place === undefined ? '' : ` at line ${place.line}, column ${place.column}`
    throw new VarveError('config_invalid', `${file} is not valid JSON${where}; it was left as it is`, {
      subjects: [file],
      fix: ['varve doctor'],
      cause,
    })
  }
}
