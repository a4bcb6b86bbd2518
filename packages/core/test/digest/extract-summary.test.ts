import { describe, expect, test } from 'vitest'
import { extractSummary } from '../../src/digest/index.ts'

describe('the summary of an entry [QP-21]', () => {
  test.each([
    ['a blank field counts as none', { summary: '  ', content: 'A.' }, 'A.'],
    ['the field comes first', { summary: ' F. ', content: '## Summary\n\nS.' }, 'F.'],
    ['first paragraph, on one line', { content: '# T\n\nOne\ntwo\n\nthree' }, 'One two'],
    ['a comment over lines', { content: '<!-- one line\ntemplate -->\n\nReal.' }, 'Real.'],
    ['a comment at the start of a line', { content: '<!-- x --> Real.' }, 'Real.'],
    ['an empty Summary', { content: '## Summary\n\n## Notes\n\nX' }, 'X'],
    ['under Summary', { content: 'Intro.\n\n## Summary\n\nS one.\nS two.\n\nmore' }, 'S one. S two.'],
    ['any level, case and marks', { content: 'Intro.\n\n#### SUMMARY: ##\n\nS.' }, 'S.'],
    ['code is passed over', { content: '```\ncode\n```\n\nAfter' }, 'After'],
    ['code with a comment in it', { content: '```\n<!-- \n```\n\nAfter' }, 'After'],
    ['a longer fence', { content: '````\n```\nx\n````\n\nAfter' }, 'After'],
    ['a list', { content: '- a\n- b' }, '- a - b'],
    ['a rule, an image, a reference', { content: '---\n![i](u)\n[r]: http://x\nText' }, 'Text'],
    ['other line ends', { content: 'A\r\nB' }, 'A B'],
    ['nothing', { content: '' }, ''],
  ])('%s', (_, text, expected) => {
    expect(extractSummary(text)).toBe(expected)
  })

  test('takes no longer than its text is long [RS-41]', () => {
    for (const text of ['<', '<!--', '-', '*', '#', '`', '~', '[', '!']) {
      expect(extractSummary({ content: text.repeat(300_000) }).length).toBeLessThanOrEqual(1_200_000)
    }
  })
})
