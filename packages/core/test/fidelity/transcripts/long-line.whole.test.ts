import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const LIBRARY = new URL('../../../dist/fidelity/index.js', import.meta.url).href
const MEGABYTES = 48

/** Reads a session of 100 messages, with a line of so many megabytes amid them; the most memory that it took. */
const READ = `
  import { TranscriptStream } from ${JSON.stringify(LIBRARY)}
  const [megabytes] = process.argv.slice(1).map(Number)
  const stream = new TranscriptStream()
  const say = (n) => stream.push(JSON.stringify({ type: 'user', uuid: 'u' + n, sessionId: 's', message: { role: 'user', content: 'hello ' + n } }) + '\\n')
  for (let n = 0; n < 50; n++) say(n)
  if (megabytes > 0) {
    stream.push('{"type":"progress","uuid":"p","sessionId":"s","data":"')
    const piece = 'a line of output that nobody needs '.repeat(30_000)
    for (let left = megabytes * 1e6; left > 0; left -= piece.length) stream.push(piece)
    stream.push('"}\\n')
  }
  for (let n = 50; n < 100; n++) say(n)
  const { messages } = stream.end().transcripts[0].segments[0].window
  console.log(JSON.stringify([messages.length, process.resourceUsage().maxRSS / 1000]))
`

function read(megabytes: number): readonly [messages: number, most: number] {
  const { stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', READ, '--', String(megabytes)],
    {
      encoding: 'utf8',
    },
  )
  return JSON.parse(stdout) as [number, number]
}

test('a line of any length takes no more than three times itself above what is kept [CAM-24]', () => {
  const [messages, base] = read(0)
  const [same, most] = read(MEGABYTES)
  expect([messages, same]).toEqual([100, 100])
  expect(most - base).toBeLessThan(3 * MEGABYTES)
})
