import { describe, expect, test } from 'vitest'
import { measureEvidence } from '../../src/digest/metrics/evidence-kept.ts'
import { comparePair } from '../../src/guard/pair/compare-pair.ts'
import { buildEntry } from '../../src/testing/builders.ts'

function missing(content: string, title?: string): readonly string[] {
  const source = buildEntry('s', title === undefined ? { content } : { content, title })
  const { anchors } = measureEvidence({ content: 'It says so.' }, [source])
  return anchors.missing.map((piece) => `${piece.class} ${piece.value}`)
}

describe('no evidence that a digest lost', () => {
  test.each([
    ['a heading in title case', 'It works.\n\n## Acceptance Criteria And Details\n\nIt does.'],
    ['a heading in title case with a remark', 'It works.\n\n### Check Mode (as of now)\n\nIt does.'],
    ['the heading that a text opens with', '# Acceptance Criteria\n\nIt works.'],
    ['a line in bold in title case', 'It works.\n\n**Detection Logic**\n\nIt does.'],
    ['the head of a table', 'It works.\n\n| Return Type | Default Value |\n| --- | --- |\n| none | none |'],
    ['the numbers of a list', 'Do this:\n\n1. **read** it\n2) write it'],
    ['what a command prints', 'It prints:\n\n```sh\nmake log\n# all is well\n```'],
    ['an example of several lines', 'It prints:\n\n```\n✓ passed\n✗ failed\n```'],
  ])('is %s', (_, content) => {
    expect(missing(content)).toEqual([])
  })

  test('is a title in title case, nor the first word after a check box', () => {
    expect(missing('It works.', 'Release Checklist Overview')).toEqual([])
    expect(missing('Goals:\n\n- [x] Gracefully skips it\n- [ ] Compares both')).toEqual([
      'label [ ]',
      'label [x]',
    ])
  })
})

test('evidence is a name in a sentence, in a heading that is a sentence, a value, and a command', () => {
  expect(missing('We moved it to Heroku.')).toEqual(['name Heroku'])
  expect(missing('It works.\n\n## Why we moved it to Heroku\n\nIt does.')).toEqual(['name Heroku'])
  expect(missing('- [x] the move to Heroku')).toEqual(['label [x]', 'name Heroku'])
  expect(missing('Keep this:\n\n- 12 shards\n- 7 backups')).toEqual(['num 12', 'num 7'])
  expect(missing('Run this:\n\n```\nmake up\n```')).toEqual(['str ```\nmake up\n```'])
  expect(missing('Run this:\n\n```sh\nmake up\nmake log\n```')).toEqual(['str ```sh\nmake up\nmake log\n```'])
})

test('a denied word stands in a report as it stands in its source [QP-37]', () => {
  const source = buildEntry('s', { content: 'Never restarting it is fine. Do not restart it.' })
  const { negations } = measureEvidence({ content: 'It says so.' }, [source])
  expect(negations.missing).toEqual([{ class: 'negation', value: 'restarting', sources: ['s'] }])
})

test('what is no evidence in a report still keeps two texts apart', () => {
  const pairs = [
    ['- [x] Alice reviews releases', '- [x] Bernard reviews releases'],
    ['# Notes\n\n## Release By Alice', '# Notes\n\n## Release By Bernard'],
    ['Start it so:\n```\nup\nlog\n```', 'Start it so:\n```\ndown\nlog\n```'],
  ] as const
  expect(pairs.filter(([a, b]) => comparePair(a, b).allow.propose)).toEqual([])
})
