import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** `f_type` of Linux's statfs(2), for file systems whose locks other machines may not see. */
const LINUX: ReadonlyMap<bigint, string> = new Map([
  [0x6969n, 'nfs'],
  [0x517bn, 'smb'],
  [0xff534d42n, 'cifs'],
  [0xfe534d42n, 'smb2'],
  [0x01021997n, '9p'],
  [0x65735546n, 'fuse'],
  [0x5346414fn, 'afs'],
  [0x00c36400n, 'ceph'],
  [0x0bd00bd0n, 'lustre'],
  [0x47504653n, 'gpfs'],
])

/**
 * Name of the network or shared file system that a path lies on, where locks are unreliable; undefined
 * on an ordinary one, and where the platform doesn't tell.
 */
export function findSharedFileSystem(path: string, platform: string = process.platform): string | undefined {
  if (platform === 'win32')
    return path.replaceAll('/', '\\').startsWith('\\\\') && !path.startsWith('\\\\?\\') ? 'unc' : undefined
  if (platform !== 'linux') return undefined
  const type = fileSystemType(path)
  return type === undefined ? undefined : LINUX.get(BigInt.asUintN(32, type))
}

/** Of the path, or of the nearest directory above it that exists. */
function fileSystemType(path: string): bigint | undefined {
  try {
    return statfsSync(path, { bigint: true }).type
  } catch {
    const above = dirname(path)
    return above === path ? undefined : fileSystemType(above)
  }
}
