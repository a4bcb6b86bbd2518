import { type MarkdownBlock, readBlocks } from './markdown-blocks.ts'
import { type BlockRun, PageSandbox } from './page-sandbox.ts'

/** A block that was run, and the output that the page shows for it, if it shows any. */
export interface RunBlock extends BlockRun {
  readonly block: MarkdownBlock
  readonly shown: MarkdownBlock | undefined
}

/**
 * Runs a page from top to bottom, as a reader would: `sh` blocks in a shell, `json <path>` blocks as
 * files to write. `sh no-run` is left out, `sh fails` must fail.
 */
export function runPage(page: string): readonly RunBlock[] {
  const sandbox = new PageSandbox()
  const runs: RunBlock[] = []
  try {
    const blocks = readBlocks(page)
    for (const [index, block] of blocks.entries()) {
      const [language = '', word] = block.info.split(' ')
      if (language === 'json' && word !== undefined) sandbox.write(word, block.text)
      if (language !== 'sh' || word === 'no-run') continue
      const next = blocks[index + 1]
      const shown = next?.info === 'text' ? next : undefined
      const run = sandbox.run(block.text)
      if (shown !== undefined) sandbox.learn(shown.text, run.output)
      runs.push({ ...run, block, shown })
    }
  } finally {
    sandbox.remove()
  }
  return runs
}
