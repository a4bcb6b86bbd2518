import { recordHeader } from '@varve/core'
import { countWaiting, type TeamFacts } from '@varve/core/sync'
import { counted } from './counted.ts'
import { defineOperation } from './operation.ts'
import { memberIssues } from './team/member-issues.ts'
import { withTeam } from './team/with-team.ts'

/** `varve team status`: where the team's server stands, and what waits here. */
export const teamStatus = defineOperation({
  name: 'team status',
  summary: 'Say who you are to the team’s server, how far it is, and what waits here',
  effect: 'reads',
  fields: {},
  examples: ['varve team status', 'varve team status --json'],
  run: (_input, context) =>
    withTeam(context, async ({ place, carrier, administration }) => {
      const { remote } = await carrier()
      const facts = await administration.facts()
      const store = context.reading()
      const unpushed = countWaiting(store, remote)
      const read = store.remote(remote)?.cursor ?? 0
      const issues = await memberIssues(administration)
      return {
        json: {
          project: context.place.projectId,
          name: facts.slug ?? null,
          server: place,
          user: facts.user,
          members: facts.members,
          head: facts.head,
          read,
          unpushed,
          issues,
        },
        human: [
          `server    ${place}`,
          `you       ${facts.user ?? 'nobody'}${roleText(facts)}`,
          `project   ${facts.slug ?? 'unknown there, or you are not let in'}`,
          `members   ${facts.members.length}`,
          `records   ${facts.head} there, ${read} read here`,
          `waiting   ${counted(unpushed, 'record')}`,
          '',
        ].join('\n'),
        records: `${recordHeader('team.status', { head: facts.head, read, unpushed })}\n`,
        issues,
      }
    }),
})

function roleText({ user, members }: TeamFacts): string {
  const role = members.find((each) => each.user === user)?.role
  return role === undefined ? '' : `, ${role}`
}
