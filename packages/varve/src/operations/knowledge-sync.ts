import { recordHeader } from '@varve/core'
import type { OperationContext } from './context.ts'
import { counted } from './counted.ts'
import { flag, text } from './field.ts'
import { type Exchange, type ExchangeRequest, exchange } from './knowledge/exchange.ts'
import { defineOperation, type OperationResult } from './operation.ts'

/**
 * `varve knowledge sync`: exchanges records with the team's server, and with folders that git carries: one
 * immutable file a record; with `memory.mirror` the files of the mirror, and the journal's folder where
 * there is one beside it.
 */
export const knowledgeSync = defineOperation({
  name: 'knowledge sync',
  summary: 'Exchange records with a team: by its server, by a folder that git carries',
  effect: 'writes',
  fields: {
    dir: text('Only this folder (default .varve/journal)', { value: 'folder' }),
    full: flag('Read all of the server’s journal again'),
  },
  examples: ['varve knowledge sync', 'varve knowledge sync --dir .varve/journal --json'],
  run: ({ dir, full }, context) => run(context, { direction: 'both', dir, full }),
})

/** `varve knowledge pull`: takes in what the team has, and sends nothing. */
export const knowledgePull = defineOperation({
  name: 'knowledge pull',
  summary: 'Take in what the team has',
  effect: 'writes',
  fields: { full: flag('Read all of the server’s journal again') },
  examples: ['varve knowledge pull', 'varve knowledge pull --full --json'],
  async run({ full }, context) {
    const { team, result } = await runTeam(context, { direction: 'pull', full })
    const { from, to, taken } = team
    return {
      ...result,
      json: { from, to, applied: taken.length, issues: result.issues },
      human: `${counted(taken.length, 'record')} taken in from ${team.place}\n`,
      records: `${recordHeader('knowledge.pull', { from, to, applied: taken.length })}\n`,
    }
  },
})

/** `varve knowledge push`: gives the team what it lacks; what others did comes in with it. */
export const knowledgePush = defineOperation({
  name: 'knowledge push',
  summary: 'Give the team what it lacks',
  effect: 'writes',
  fields: {},
  examples: ['varve knowledge push', 'varve knowledge push --json'],
  async run(_input, context) {
    const { team, result } = await runTeam(context, { direction: 'push' })
    const { pushed, to: head } = team
    return {
      ...result,
      json: { pushed, head, issues: result.issues },
      human: `${counted(pushed, 'record')} sent to ${team.place}\n`,
      records: `${recordHeader('knowledge.push', { pushed, head })}\n`,
    }
  },
})

async function runTeam(context: OperationContext, request: ExchangeRequest) {
  // Says where the address of a team would stand, where there is none.
  if (!context.hasTeam()) await context.openTeam()
  const done = await exchange(context, { ...request, teamOnly: true })
  const { team } = done
  if (team === undefined) throw new TypeError('a team without an exchange')
  return { team, result: { issues: done.issues, exit: exitOf(done) } }
}

async function run(context: OperationContext, request: ExchangeRequest): Promise<OperationResult> {
  const done = await exchange(context, request)
  const { pulled, pushed, erased, quarantined, issues, team, folders } = done
  const shown = [...folders, ...(team === undefined ? [] : [team.place])].join(', ')
  return {
    json: { pulled, pushed, erased, quarantined, issues },
    human: `${counted(pulled, 'record')} taken in, ${pushed} written to ${shown}\n`,
    records: `${recordHeader('knowledge.sync', { pulled, pushed, quarantined })}\n`,
    issues,
    exit: exitOf(done),
  }
}

function exitOf({ issues }: Exchange): 0 | 3 {
  return issues.some((issue) => issue.severity === 'error') ? 3 : 0
}
