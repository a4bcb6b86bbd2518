import { recordHeader, VarveError } from '@varve/core'
import type { TeamServer } from '@varve/core/sync'
import { choice, flag, optionalPositional } from './field.ts'
import { defineOperation } from './operation.ts'
import { withTeam } from './team/with-team.ts'

/** `varve team create`: makes this project known to a team's server, and the server's schema where it has none. */
export const teamCreate = defineOperation({
  name: 'team create',
  summary: 'Share this project’s memory by a server',
  effect: 'writes',
  fields: {
    name: optionalPositional('What the team calls the project', 'name'),
    identity: choice('How the server knows who is asking: by login role (default), or by a gateway’s token', [
      'role',
      'jwt',
    ]),
    sql: flag('Only print what makes the schema, for whoever administers the database'),
  },
  examples: ['varve team create acme-shop', 'varve team create --sql'],
  async run({ name, identity = 'role', sql }, context) {
    if (sql) {
      const script = await context.teamScript(identity)
      return { json: { sql: script }, human: script, records: script }
    }
    if (name === undefined) {
      throw new VarveError('usage', 'team create needs <name>', { fix: [teamCreate.examples[0]] })
    }
    return withTeam(context, async (server) => {
      const { administration } = server
      const steps = (await isReady(server)) ? [] : await server.install(identity)
      const { user, slug } = await administration.facts()
      if (slug === undefined) await administration.create(name)
      // Takes the folder's identity into the project's file, so that every clone is of this project.
      context.writing()
      const result = {
        project: context.place.projectId,
        name: slug ?? name,
        user,
        created: slug === undefined,
      }
      return {
        json: { ...result, schema: steps },
        human: [
          result.created
            ? `${name} is shared on ${server.place}; you are ${user}, its owner`
            : `${slug} is shared on ${server.place} already; you are ${user}`,
          'varve team member add <user> lets others in; commit .varve/config.json, so that their clones are of this project',
          '',
        ].join('\n'),
        records: `${recordHeader('team.create', { project: result.project })}\n`,
      }
    })
  },
})

/** Whether the server has the schema that this program needs. One of a newer program is refused. */
async function isReady(server: TeamServer): Promise<boolean> {
  try {
    await server.carrier()
    return true
  } catch (error) {
    if (VarveError.isInstance(error) && error.code === 'team_missing') return false
    throw error
  }
}
