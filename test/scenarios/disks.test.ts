import { describe, expect, test } from 'vitest'
import { errorOf, everything, expectSound, shown } from './memory-of.ts'
import { isReadOnlyPossible, isSmallDiskPossible, mountSmallDisk, protectFolder } from './processes/disks.ts'
import { readTree } from './read-tree.ts'
import type { Run, Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

/** Runs a command whose compiled code isn't kept: that lies in the home too, and fills a small disk. */
function run(place: Sandbox, args: readonly string[], input = ''): Run {
  return place.run(args, { input, env: { NODE_DISABLE_COMPILE_CACHE: '1' } })
}

describe.skipIf(!isSmallDiskPossible())('a full disk', () => {
  const LARGE = `What fills a disk: ${'lorem ipsum dolor sit amet '.repeat(900)}`

  test('under the store ends as an error with the path; reads go on, and later writes [RS-30]', () => {
    const place = throwAway()
    const disk = mountSmallDisk(place.home, 512)
    try {
      let last = run(place, ['add', 'Known before', '--json'])
      for (let index = 0; index < 40 && last.status === 0; index++) {
        last = run(place, ['add', '-', '--json'], `${index}. ${LARGE}`)
      }
      expect(last).toMatchObject({ status: 1, stdout: '' })
      expect(errorOf(last.stderr)).toMatchObject({ code: 1, type: 'disk_full' })
      expect(last.stderr).toContain(place.home)
      const kept = everything(place)
      expect(kept.map(({ content }) => content)).toContain('Known before')
      expectSound(place)
      disk.grow()
      expect(run(place, ['add', 'Known after'])).toMatchObject({ status: 0, stderr: '' })
      expect(everything(place)).toHaveLength(kept.length + 1)
      expectSound(place)
    } finally {
      disk.unmount()
    }
  })

  test('at the very first write leaves no empty file behind, and works once there is space [RS-30]', () => {
    for (const kilobytes of [4, 8, 12, 16, 32, 64]) {
      const place = throwAway()
      const disk = mountSmallDisk(place.home, kilobytes)
      try {
        const first = run(place, ['add', 'The first', '--json'])
        expect(first).toMatchObject({ status: 1, stdout: '' })
        expect(errorOf(first.stderr)).toMatchObject({ code: 1, type: 'disk_full' })
        disk.grow()
        expect(run(place, ['add', 'The first'])).toMatchObject({ status: 0, stderr: '' })
        expect(shown(place)).toHaveLength(1)
        expectSound(place)
      } finally {
        disk.unmount()
      }
    }
  })

  test('under the project keeps the configuration and the old cache whole [RS-30]', () => {
    const place = throwAway()
    const disk = mountSmallDisk(place.project, 4)
    try {
      const first = run(place, ['add', 'The first', '--json'])
      expect(errorOf(first.stderr)).toMatchObject({ type: 'disk_full' })
      for (const [, bytes] of readTree(place.project)) expect(bytes.length).toBeGreaterThan(0)
      disk.grow(48)
      place.json(['add', 'The first'])
      place.json(['compact'])
      const before = readTree(place.project)
      place.json(['add', '-'], { input: LARGE })
      place.json(['add', '-'], { input: `More of it. ${LARGE}` })
      const refused = run(place, ['compact', '--json'])
      expect(refused).toMatchObject({ status: 1, stdout: '' })
      expect(errorOf(refused.stderr)).toMatchObject({ type: 'disk_full' })
      expect(errorOf(refused.stderr).message).toMatch(/no room for \d+ bytes in .*uncategorised\.md/)
      expect(readTree(place.project)).toEqual(before)
      disk.grow()
      place.json(['compact'])
      expectSound(place)
    } finally {
      disk.unmount()
    }
  })
})

describe.skipIf(!isReadOnlyPossible())('a home that may only be read', () => {
  const WRITERS = [
    ['add', 'Not stored'],
    ['edit', 'ID', '--pin'],
    ['undo'],
    ['import', 'notes.md'],
    ['purge', 'ID', '--reason', 'test', '--yes'],
  ]
  const READERS = [
    ['list'],
    ['list', '--raw'],
    ['show', 'ID'],
    ['log'],
    ['status'],
    ['doctor'],
    ['link', 'list', 'ID'],
    ['list', '--as-of', '2100-01-01'],
    ['export', 'jsonl', '-'],
    ['compact'],
    ['compact', '--dry-run'],
    ['add', 'Only planned', '--dry-run'],
  ]

  test('answers what only reads; where the project may only be read too, it refuses the rest with a hint [RS-31] [BR-34]', () => {
    const place = throwAway()
    place.write('notes.md', '# Notes\n\n- One of ten.\n')
    const { id } = place.json<{ id: string }>(['add', 'Known before'])
    const named = (args: readonly string[]) => args.map((word) => (word === 'ID' ? id : word))
    const release = protectFolder(place.home)
    try {
      for (const args of READERS) {
        expect({ args, ...place.run(named(args)) }).toMatchObject({ args, status: 0, stderr: '' })
      }
    } finally {
      release()
    }
    const releaseBoth = protectBoth(place)
    try {
      for (const args of WRITERS) {
        const refused = place.run([...named(args), '--json'])
        expect({ args, ...refused }).toMatchObject({ args, status: 1, stdout: '' })
        const error = errorOf(refused.stderr)
        expect(error).toMatchObject({ code: 1, type: 'read_only' })
        expect(error.message).toContain(place.home)
        expect(error.fix.length).toBeGreaterThan(0)
      }
    } finally {
      releaseBoth()
    }
    expect(shown(place).map(({ content }) => content)).toEqual(['Known before'])
  })

  test('that is empty says so too, and never that all is there already [RS-31] [BR-34]', () => {
    const place = throwAway()
    place.write('notes.md', '# Notes\n\n- One of ten.\n')
    const release = protectBoth(place)
    try {
      expect(place.run(['list'])).toMatchObject({ status: 0, stderr: '' })
      for (const args of [['add', 'Not stored'], ['init'], ['import', 'notes.md']]) {
        const refused = place.run([...args, '--json'])
        expect({ args, ...refused }).toMatchObject({ args, status: 1, stdout: '' })
        expect(errorOf(refused.stderr)).toMatchObject({ code: 1, type: 'read_only' })
        expect(errorOf(refused.stderr).message).toContain(place.home)
      }
    } finally {
      release()
    }
  })
})

/** Neither the memory nor an outbox can be written. */
function protectBoth(place: Sandbox): () => void {
  const releases = [protectFolder(place.home), protectFolder(place.project)]
  return () => {
    for (const release of releases) release()
  }
}
