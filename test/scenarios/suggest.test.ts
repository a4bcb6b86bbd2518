import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sandbox } from './sandbox.ts'

/** Two groups of four with one bridge, as files of a store; each note has 400 characters, title and body. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  a1: ['a2', 'a3', 'a4', 'b1'],
  a2: ['a3', 'a4'],
  a3: ['a4'],
  a4: [],
  b1: ['b2', 'b3', 'b4'],
  b2: ['b3', 'b4'],
  b3: ['b4'],
  b4: [],
}

function noteFile(id: string, targets: readonly string[]): string {
  const links = targets.map((target) => `[[${target}]]`).join(' ')
  const body = `${links} `.padEnd(400 - `${id}\n`.length - 1, id)
  return `---\nid: ${id}\ntitle: ${id}\ntype: permanent\ncreated: 2026-03-01T00:00:00Z\n---\n\n${body}\n`
}

const HUMAN = `Candidate 1 (score 257.1)
  Notes: 4, tokens 400 -> about 100 (saves 300)
  Edges: internal 6, boundary 1 (ratio 0.14), cohesion 0.86
    - a1 a1
    - a2 a2
    - a3 a3
    - a4 a4
  Next: varve compact apply <digest-id> --note a1 --note a2 --note a3 --note a4

Candidate 2 (score 257.1)
  Notes: 4, tokens 400 -> about 100 (saves 300)
  Edges: internal 6, boundary 1 (ratio 0.14), cohesion 0.86
    - b1 b1
    - b2 b2
    - b3 b3
    - b4 b4
  Next: varve compact apply <digest-id> --note b1 --note b2 --note b3 --note b4
`

describe('varve compact suggest', () => {
  let place: Sandbox

  beforeAll(() => {
    place = new Sandbox()
    for (const [id, targets] of Object.entries(LINKS)) {
      place.write(`.qipu/notes/${id}.md`, noteFile(id, targets))
    }
    place.askJson(['import', 'qipu'])
  })
  afterAll(() => place.remove())

  const suggest = (...flags: readonly string[]) => place.run(['compact', 'suggest', ...flags])
  const links = ['--evidence', 'links']

  test('says in words which entries belong together, what a digest saves, and what to do next [QP-16] [QP-40]', () => {
    expect(suggest(...links)).toMatchObject({ status: 0, stdout: HUMAN })
  })

  test('says the same as JSON, each figure a number [QP-40] [QP-41]', () => {
    const first = {
      ids: ['a1', 'a2', 'a3', 'a4'],
      node_count: 4,
      internal_edges: 6,
      boundary_edges: 1,
      boundary_ratio: 0.1429,
      cohesion: 0.8571,
      estimated_tokens: 400,
      estimated_chars: 1600,
      target_tokens: 100,
      estimated_saving: 300,
      avg_value: 50,
      score: 257.1,
      suggested_command: 'varve compact apply <digest-id> --note a1 --note a2 --note a3 --note a4',
    }
    const answer = place.askJson<{ candidates: readonly object[] }>([
      'compact',
      'suggest',
      ...links,
      '--limit',
      '1',
    ])
    expect(answer).toEqual({ candidates: [first], total: 2, seed: 0, issues: [] })
    expect(Object.keys(answer.candidates[0] ?? {})).toEqual(Object.keys(first))
  })

  test('says the same as records', () => {
    expect(
      suggest(...links, '--records')
        .stdout.split('\n')
        .slice(0, 4),
    ).toEqual([
      'H varve=1 records=1 mode=compact.suggest candidates=2 total=2 seed=0',
      'D candidate 1 nodes=4 internal=6 boundary=1 boundary_ratio=0.14 cohesion=0.86 tokens=400 saving=300 score=257.1',
      'D candidate_id 1 a1',
      'D candidate_id 1 a2',
    ])
  })

  test('explains each figure where that is asked for', () => {
    const { stdout } = suggest(...links, '--explain', '--limit', '1')
    expect(stdout).toContain('  Held together by: links 100%\n')
    expect(stdout).toContain(
      '  Score: 300 tokens saved × 0.8571 cohesion × 1.00 for an average value of 50\n',
    )
    expect(stdout).toMatch(/\n1 of 2 shown \(--limit 0 shows all\)\n$/)
    expect(suggest(...links, '--explain', '--records').stdout).toContain('D candidate_held_by 1 links=1.00\n')
  })

  test('prints the same bytes in twenty processes, whatever the locale and the time zone [QP-16] [QP-62]', () => {
    const outputs = Array.from({ length: 20 }, (_, at) => {
      const env = at % 2 === 0 ? { LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' } : {}
      return place.run(['compact', 'suggest', '--json', '--explain'], { env }).stdout
    })
    expect(new Set(outputs).size).toBe(1)
    expect(outputs[0]).toContain('"held_by"')
  })

  test('refuses evidence that there is none of, and sizes that no group has, with a command that works', () => {
    const unknown = suggest('--evidence', 'links,looks')
    expect(unknown).toMatchObject({ status: 2, stdout: '' })
    expect(unknown.stderr).toContain('no such evidence: looks')
    expect(unknown.stderr).toContain('varve compact suggest --evidence links,tags')
    expect(suggest('--min-size', '5', '--max-size', '4')).toMatchObject({ status: 2, stdout: '' })
  })

  test('after a digest is registered its sources are in no candidate any more, and are again once it is removed [QP-16] [BR-72]', () => {
    place.write(
      '.qipu/notes/dd01.md',
      '---\nid: dd01\ntitle: All of a\ncreated: 2026-03-02T00:00:00Z\n---\n\nShort.\n',
    )
    place.askJson(['import', 'qipu'])
    place.askJson(['compact', 'apply', 'dd01', ...['a1', 'a2', 'a3', 'a4'].flatMap((id) => ['--note', id])])
    const ids = () =>
      place
        .json<{ candidates: readonly { ids: readonly string[] }[] }>(['compact', 'suggest', ...links])
        .candidates.map((candidate) => candidate.ids[0])
    expect(ids()).toEqual(['b1'])
    place.askJson(['compact', 'remove', 'dd01', '--all'])
    expect(ids()).toEqual(['a1', 'b1'])
  })
})

test('a memory without groups is told so, in all three formats [QP-68]', () => {
  const place = new Sandbox()
  try {
    place.askJson(['add', 'Use pnpm for everything', '--category', 'conventions'])
    expect(place.run(['compact', 'suggest'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^No candidates: /),
    })
    expect(place.askJson(['compact', 'suggest'])).toEqual({ candidates: [], total: 0, seed: 0, issues: [] })
    expect(place.run(['compact', 'suggest', '--records']).stdout).toBe(
      'H varve=1 records=1 mode=compact.suggest candidates=0 total=0 seed=0\n',
    )
  } finally {
    place.remove()
  }
})
