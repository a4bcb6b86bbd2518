import { VarveError } from '@varve/core'
import { getOffered } from '../operations/get-offered.ts'
import { givenInput } from '../operations/given-input.ts'
import type { Operation, OperationResult } from '../operations/operation.ts'
import { asVarveError, errorEnvelope } from '../operations/told-error.ts'
import { decoded } from './decoded.ts'

/** A request as an operation takes it. */
export interface OperationRequest {
  readonly operation: Operation
  readonly raw: Readonly<Record<string, unknown>>
  /** What stands for standard input. */
  readonly standardInput: string | undefined
  readonly signal: AbortSignal
}

/** Below this, the words of an operation's name are the path: `/api/compact/apply`. */
export const API = '/api/'

/** What the body may have beside the operation's fields. */
const STANDARD_INPUT = 'stdin'

/**
 * Answers `POST /api/<operation>`: its fields as a JSON object in, what `--json` prints out. As text for
 * people or as records where the client accepts those alone.
 */
export async function answerOperation(
  request: Request,
  run: (request: OperationRequest) => Promise<OperationResult>,
  isOffered: (request: Pick<OperationRequest, 'operation' | 'raw'>) => boolean = () => true,
): Promise<Response> {
  try {
    const operation = await operationOf(request)
    const given = await bodyOf(request)
    const { [STANDARD_INPUT]: input, ...rest } = given
    const hasInput = !Object.hasOwn(operation.fields, STANDARD_INPUT) && input !== undefined
    const raw = givenInput(operation, hasInput ? rest : given)
    if (!isOffered({ operation, raw })) {
      throw new VarveError('usage', `that isn't offered here: varve ${operation.name}`)
    }
    return rendered(
      request,
      await run({
        operation,
        raw,
        standardInput: hasInput ? textOf(input) : undefined,
        signal: request.signal,
      }),
    )
  } catch (thrown) {
    const error = asVarveError(thrown)
    return Response.json(errorEnvelope(error), { status: statusOf(error) })
  }
}

async function operationOf({ url, method }: Request): Promise<Operation> {
  const name = decoded(new URL(url).pathname.slice(API.length)).replaceAll('/', ' ')
  const shown = (known: string) => `POST ${API}${known.replaceAll(' ', '/')}`
  const row = getOffered(name, shown)
  if (method !== 'POST') {
    throw new VarveError('usage', `an operation is asked for by POST, not ${method}`, { fix: [shown(name)] })
  }
  return row.load()
}

async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text()
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new VarveError('invalid_value', 'the body must be a JSON object of the operation’s fields')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new VarveError('invalid_value', 'the body is no JSON', { cause })
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function rendered({ headers }: Request, { json, human, records, exit = 0 }: OperationResult): Response {
  const told = { headers: { 'varve-exit': String(exit) } }
  const accepted = headers.get('accept') ?? ''
  if (/\bjson\b|\*\/\*|^$/.test(accepted)) return Response.json(json, told)
  return new Response(accepted.includes('varve-records') ? records : human, {
    headers: { ...told.headers, 'content-type': 'text/plain; charset=utf-8' },
  })
}

function statusOf({ code, exitCode }: VarveError): number {
  if (code === 'not_found') return 404
  if (exitCode === 2) return 400
  if (exitCode === 3) return 409
  return code === 'busy' ? 503 : 500
}
