import type { Issue } from '@varve/core'

/** A member whom the server wouldn't let in. */
export function withoutRole(user: string): Issue {
  const name = `"${user.replaceAll('"', '""')}"`
  return {
    code: 'member_without_role',
    severity: 'warning',
    subjects: [user],
    message: `${user} is a member, and the server has no login role of that name that may use Varve's schema`,
    fix: [`create role ${name} login password '…'; grant varve_app to ${name};`],
  }
}
