import type { Issue } from '@varve/core'
import type { TeamAdministration } from '@varve/core/sync'

/** What is wrong with who is let in. */
export async function memberIssues(administration: TeamAdministration): Promise<readonly Issue[]> {
  const members = (await administration.membersWithoutRole()).map(withoutRole)
  if ((await administration.identity()) === 'role') return members
  const roles = await administration.loginRoles()
  return roles.length === 0 ? members : [...members, besideGateway(roles)]
}

/** A server that believes what a gateway says of who is asking, and that others can ask as well. */
function besideGateway(roles: readonly string[]): Issue {
  return {
    code: 'jwt_mode_login_role',
    severity: 'error',
    subjects: roles,
    message: `the server believes a gateway's token, and ${roles.join(', ')} can log in beside it and say to be anybody`,
    fix: roles.map((role) => `revoke varve_app from "${role.replaceAll('"', '""')}";`),
  }
}

/** A member whom the server wouldn't let in. */
function withoutRole(user: string): Issue {
  const name = `"${user.replaceAll('"', '""')}"`
  return {
    code: 'member_without_role',
    severity: 'warning',
    subjects: [user],
    message: `${user} is a member, and the server has no login role of that name that may use Varve's schema`,
    fix: [`create role ${name} login password '…'; grant varve_app to ${name};`],
  }
}
