import { recordHeader } from '@varve/core'
import { defineOperation } from './operation.ts'

/** `varve init`: the database, `.varve/config.json` and the ignored cache. Twice is once. */
export const init = defineOperation({
  name: 'init',
  summary: 'Make this folder a project with a memory',
  effect: 'writes',
  standsAlone: true,
  fields: {},
  examples: ['varve init', 'varve init --json'],
  run(_input, context) {
    context.writingInPlace()
    const { projectId, configPath, databasePath, key } = context.place
    return {
      json: { project: projectId, key },
      human: `Project ${projectId} (${key})\n  config    ${configPath}\n  database  ${databasePath}\n`,
      records: `${recordHeader('init', { project: projectId, key })}\n`,
    }
  },
})
