import { integer } from './field.ts'
import { defineOperation } from './operation.ts'

const PORT = 7481

/** `varve ui`: the memory as a page, for whoever has its link. */
export const ui = defineOperation({
  name: 'ui',
  summary: 'Look at the memory in a browser',
  effect: 'writes',
  standsAlone: true,
  fields: {
    port: integer(`Where to listen on this machine (default ${PORT}; 0: any free port)`, { maximum: 65_535 }),
  },
  examples: ['varve ui', 'varve ui --port 0'],
  async run({ port = PORT }, context) {
    await context.servePage(port)
    // What was served was the answer.
    return { json: {}, human: '', records: '' }
  },
})
