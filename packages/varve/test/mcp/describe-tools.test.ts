import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { describeTools } from '../../src/mcp/describe-tools.ts'
import { INSTRUCTIONS } from '../../src/mcp/instructions.ts'
import { loadOperation } from '../../src/mcp/load-operation.ts'
import { toolsOf } from '../../src/mcp/tools/profiles.ts'
import { listedArguments } from '../../src/mcp/tools/tool.ts'
import { TOOL_PROFILES } from '../../src/operations/tool-profiles.ts'

const MOST_BYTES = 2048

describe('the tools that an agent is told of', () => {
  it('are within what hosts take: 2,000 tokens by default, 2 kB a description, each with hints and an output schema [AG-17] [BR-70]', async () => {
    const tools = await describeTools('default')
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(2000)
    expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThanOrEqual(MOST_BYTES)
    for (const profile of TOOL_PROFILES) {
      for (const tool of await describeTools(profile)) {
        expect(Buffer.byteLength(tool.description), tool.name).toBeLessThanOrEqual(MOST_BYTES)
        expect(tool.outputSchema.type).toBe('object')
        expect(Object.values(tool.annotations).map((hint) => typeof hint)).toEqual(Array(3).fill('boolean'))
        expect(tool.name).toMatch(/^[a-z_]{1,64}$/)
      }
    }
  })

  it('are these by default', async () => {
    expect((await describeTools('default')).map(({ name }) => name)).toEqual([
      'varve_add',
      'varve_search',
      'varve_show',
      'varve_context',
      'varve_tree',
      'varve_path',
      'varve_compact',
      'varve_consolidate',
      'varve_work',
      'context_recall',
    ])
  })

  it('have one name each, and lead to operations that have the fields they show', async () => {
    for (const profile of TOOL_PROFILES) {
      const tools = toolsOf(profile)
      expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
      for (const tool of tools) {
        const operations = await Promise.all(tool.actions.map(([, name]) => loadOperation(name)))
        const known = new Set(operations.flatMap(({ fields }) => Object.keys(fields)))
        for (const { name, fields, required } of listedArguments(tool)) {
          if (required)
            expect(
              fields.some((field) => known.has(field)),
              `${tool.name} ${name}`,
            ).toBe(true)
        }
      }
    }
  })

  it('say of reading tools that they read, and of the others that they destroy nothing', async () => {
    const tools = await describeTools('default')
    const reading = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)
    expect(reading).toEqual([
      'varve_search',
      'varve_show',
      'varve_context',
      'varve_tree',
      'varve_path',
      'context_recall',
    ])
    expect(tools.some(({ annotations }) => annotations.destructiveHint)).toBe(false)
  })
})
