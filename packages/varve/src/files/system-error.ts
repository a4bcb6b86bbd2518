import { VarveError } from '@varve/core'

const FORBIDDEN: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM'])
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** `ENOENT`, `EACCES` … of a failed system call. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** True where the call failed because there is nothing at the path. */
export function isMissing(error: unknown): boolean {
  return MISSING.has(systemErrorCode(error) ?? '')
}

/** The failed write of a file or directory, as `read_only`, `disk_full` or `unreadable`. */
export function writeFailure(error: unknown, path: string, byteCount: number): VarveError {
  if (VarveError.isInstance(error)) return error
  const code = systemErrorCode(error) ?? 'unknown error'
  if (FULL.has(code)) {
    return new VarveError(
      'disk_full',
      `no room for ${byteCount} bytes in ${path} (${code}); what was there is unchanged`,
      {
        subjects: [path],
        fix: ['varve doctor'],
        cause: error,
      },
    )
  }
  const isForbidden = FORBIDDEN.has(code)
  return new VarveError(isForbidden ? 'read_only' : 'unreadable', `cannot write ${path} (${code})`, {
    subjects: [path],
    fix: ['varve doctor'],
    cause: error,
  })
}

/** The failed reading of a file or directory. */
export function readFailure(error: unknown, path: string): VarveError {
  if (VarveError.isInstance(error)) return error
  const code = systemErrorCode(error) ?? 'unknown error'
  return new VarveError('unreadable', `cannot read ${path} (${code})`, {
    subjects: [path],
    fix: ['varve doctor'],
    cause: error,
  })
}
