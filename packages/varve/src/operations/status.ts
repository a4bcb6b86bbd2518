import { recordHeader } from '@varve/core'
import type { ModelSetting } from '../config/model-settings.ts'
import { projectName } from '../project/project-name.ts'
import { viewFor } from './commit.ts'
import { defineOperation } from './operation.ts'

/** `varve status`: what is stored, and where. */
export const status = defineOperation({
  name: 'status',
  summary: 'Say what is stored and where',
  effect: 'reads',
  fields: {},
  examples: ['varve status', 'varve status --json'],
  run(_input, context) {
    const store = context.reading()
    const { entries, heads, records } = store.size()
    const issues = [...context.configIssues, ...viewFor(context, store).issues()]
    const quarantined = store.quarantine().length
    const { place } = context
    const { name: named } = context.config.project
    const outbox = context.outbox().length
    const { models } = context.config
    const counts = { entries, visible: heads, records, issues: issues.length, quarantined, outbox }
    return {
      json: {
        project: place.projectId,
        name: projectName(place, context.config),
        key: place.key,
        branch: place.branch,
        ...counts,
        models: models.map(modelJson),
      },
      human: [
        `project      ${named === undefined ? '' : `${named}  `}${place.projectId} (${place.key})`,
        `branch       ${place.branch ?? '-'}`,
        `entries      ${entries}, ${heads} visible`,
        `records      ${records}`,
        `issues       ${issues.length}${issues.length > 0 ? '  (varve doctor)' : ''}`,
        `quarantined  ${quarantined}`,
        ...(outbox > 0 ? [`outbox       ${outbox}  (varve doctor)`] : []),
        ...models.map((model, at) => `model        ${modelLine(model, at === 0)}`),
        `database     ${place.databasePath}`,
        `cache        ${place.cacheDir}`,
        '',
      ].join('\n'),
      // `records` is the name of the format itself there.
      records: `${recordHeader('status', { entries, visible: heads, plans: records, issues: issues.length, quarantined, outbox })}\n`,
    }
  },
})

/** Names the variable that a key is taken from, and never a key. */
function modelJson(model: ModelSetting): object {
  if (model.provider === 'command') {
    const { name, provider, command } = model
    return { name, provider, model: model.model ?? null, program: command[0] ?? '' }
  }
  const { name, provider, baseUrl, keyVariable } = model
  return { name, provider, model: model.model, base_url: baseUrl ?? null, key_variable: keyVariable ?? null }
}

function modelLine(model: ModelSetting, isDefault: boolean): string {
  const what =
    model.provider === 'command'
      ? `${model.command[0]}${model.model === undefined ? '' : ` ${model.model}`}`
      : `${model.provider} ${model.model}${model.baseUrl === undefined ? '' : ` at ${model.baseUrl}`}${model.keyVariable === undefined ? '' : `, key in ${model.keyVariable}`}`
  return `${model.name}: ${what}${isDefault ? '  (default)' : ''}`
}
