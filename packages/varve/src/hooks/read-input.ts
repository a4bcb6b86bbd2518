import { read } from 'node:fs'

const PIECE = 64 * 1024
/** More than this is no input of a hook. */
const MOST = 16 * 2 ** 20

/** All of standard input, without the streams of Node; undefined where it is too much. */
export function readInput(): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const next = (): void => {
      const buffer = Buffer.allocUnsafe(PIECE)
      read(0, buffer, 0, PIECE, null, (error, count) => {
        if (error?.code === 'EAGAIN') setTimeout(next, 5)
        else if (error !== null || count === 0) resolve(Buffer.concat(pieces).toString('utf8'))
        else {
          pieces.push(buffer.subarray(0, count))
          size += count
          if (size > MOST) resolve(undefined)
          else next()
        }
      })
    }
    next()
  })
}
