import { recordHeader, recordLine, VarveError } from '@varve/core'
import { TEAM_ROLES, type TeamAdministration } from '@varve/core/sync'
import { choice, optionalPositional } from './field.ts'
import { defineOperation } from './operation.ts'
import { memberIssues } from './team/member-issues.ts'
import { withTeam } from './team/with-team.ts'

/** `varve team member`: who belongs to the team; an owner lets people in and out. */
export const teamMember = defineOperation({
  name: 'team member',
  summary: 'List who belongs to the team, let somebody in or out',
  effect: 'writes',
  fields: {
    action: optionalPositional('add or remove; without it, the members are listed', 'add|remove'),
    user: optionalPositional('The role that they log in with', 'user'),
    role: choice('reader, writer (default) or owner', TEAM_ROLES),
  },
  examples: ['varve team member', 'varve team member add bob --role writer'],
  run: ({ action, user, role = 'writer' }, context) =>
    withTeam(context, async ({ carrier, administration }) => {
      await (await carrier()).head()
      await change(administration, action, user, role)
      const { members } = await administration.facts()
      const issues = await memberIssues(administration)
      return {
        json: { members, issues },
        human: members.map((each) => `${each.role.padEnd(8)}${each.user}\n`).join(''),
        records: `${[
          recordHeader('team.member', { members: members.length }),
          ...members.map((each) => recordLine('N', [each.user, each.role], {})),
        ].join('\n')}\n`,
        issues,
      }
    }),
})

async function change(
  administration: TeamAdministration,
  action: string | undefined,
  user: string | undefined,
  role: (typeof TEAM_ROLES)[number],
): Promise<void> {
  if (action === undefined) return
  if ((action !== 'add' && action !== 'remove') || user === undefined) {
    throw new VarveError('usage', 'team member takes add <user>, remove <user>, or nothing', {
      fix: [teamMember.examples[1]],
    })
  }
  if (action === 'add') await administration.setMember(user, role)
  else await administration.removeMember(user)
}
