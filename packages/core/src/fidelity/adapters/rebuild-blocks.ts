import type { PartEdit } from './host-format.ts'

/** A list of blocks with edits, block by block; `replace` gives a block its new text inside its own envelope. */
export function rebuildBlocks(
  blocks: readonly unknown[],
  edits: readonly PartEdit[],
  replace: (block: unknown, text: string) => unknown,
): readonly unknown[] {
  return blocks.flatMap((block, index) => {
    const edit = edits[index]
    if (edit === undefined || edit.kind === 'kept') return [block]
    return edit.kind === 'removed' ? [] : [replace(block, edit.text)]
  })
}
