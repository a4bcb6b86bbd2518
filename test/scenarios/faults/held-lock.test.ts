import { expect, test } from 'vitest'
import { errorOf, shown } from '../memory-of.ts'
import { startWorker } from '../processes/start-worker.ts'
import { throwAway } from '../throw-away.ts'

test('a lock held for 3 s delays writers and lets readers through; one held too long is named [RS-20]', async () => {
  const [short, long] = [throwAway(), throwAway()]
  for (const place of [short, long]) place.run(['add', 'Known before'])
  const holders = [
    startWorker(short, 'hold', 'varve compact', '3000'),
    startWorker(long, 'hold', 'varve import', '100000'),
  ]
  await Promise.all(holders.map(({ spoke }) => spoke))
  const writers = [short.start(['add', 'Waited for']), long.start(['add', 'Given up', '--json'])]
  // Held until the holder is killed below, however slow the machine is.
  expect(shown(long)).toHaveLength(1)
  expect(long.run(['status'])).toMatchObject({ status: 0, stderr: '' })
  const [waited, refused] = await Promise.all(writers)
  expect(waited).toMatchObject({ status: 0, stderr: '' })
  expect(shown(short)).toHaveLength(2)
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(errorOf(refused?.stderr ?? '')).toMatchObject({ code: 1, type: 'busy' })
  expect(refused?.stderr).toContain(`process ${holders[1]?.child.pid} (varve import)`)
  holders[1]?.child.kill('SIGKILL')
  await Promise.all(holders.map(({ ended }) => ended))
  expect(shown(long)).toHaveLength(1)
})
