import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putBlock, removeBlock } from '../../src/agents/host-files/edit-block.ts'
import { guidePiece } from '../../src/agents/texts/instructions.ts'

const piece = guidePiece('/shop/AGENTS.md')
const older = { ...piece, text: 'What an older version said.\nIn two lines.' }

/** Texts as people write them, with the line ends of their own. */
const texts = fc
  .array(
    fc.constantFrom('# Rules', '- Use pnpm.', '', '  indented', '<!-- a comment -->', '```', '日本語 🧪'),
    {
      maxLength: 12,
    },
  )
  .chain((lines) =>
    fc.constantFrom('\n', '\r\n').map((end) => lines.join(end) + (lines.length > 3 ? end : '')),
  )

/** What stands before the block, and behind the line of its closing mark. */
function outside(text: string): readonly [string, string] {
  const [before = '', rest = ''] = text.split(piece.marks.opens)
  return [before, (rest.split(piece.marks.closes)[1] ?? '').replace(/^\r?\n/, '')]
}

test('whatever is put between the marks, put anew or taken out, the text outside of them stays to the byte [LS-27]', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const put = putBlock(before, older)
      expect(put.startsWith(before)).toBe(true)
      // Somebody writes on below the block.
      const grown = put + after
      const renewed = putBlock(grown, piece)
      expect(outside(renewed)).toEqual(outside(grown))
      expect(putBlock(renewed, piece)).toBe(renewed)
      expect(removeBlock(renewed, piece.marks)).toBe(removeBlock(grown, piece.marks))
      expect(removeBlock(grown, piece.marks).endsWith(after)).toBe(true)
      expect(removeBlock(grown, piece.marks).startsWith(before.replace(/\r?\n$/, ''))).toBe(true)
    }),
  )
})
