import { statSync } from 'node:fs'

/** Tells a directory from a later one at the same path: deleted and made anew, it is another. */
export interface DirectoryStamp {
  readonly inode: string
  /** Nanoseconds since 1970. */
  readonly born: string
}

/** A directory as it is now. */
export interface DirectorySighting {
  readonly stamp: DirectoryStamp
  /** False where the file system may have given the time of the last change for the time of birth. */
  readonly isBirthKnown: boolean
}

/** Looks at a directory; undefined where there is none. */
export function findDirectory(path: string): DirectorySighting | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return undefined
    const stamp = { inode: stat.ino.toString(), born: stat.birthtimeNs.toString() }
    return { stamp, isBirthKnown: stat.birthtimeNs > 0n && stat.birthtimeNs !== stat.ctimeNs }
  } catch {
    return undefined
  }
}

/** True where the directory seen is the one recorded. */
export function isRecordedDirectory(seen: DirectorySighting, recorded: DirectoryStamp | undefined): boolean {
  if (recorded === undefined || recorded.inode !== seen.stamp.inode) return false
  return !seen.isBirthKnown || recorded.born === seen.stamp.born
}
