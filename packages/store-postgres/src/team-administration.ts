import type { TeamAdministration, TeamMember } from '@varve/core/sync'
import type { Connection } from './connection.ts'
import { schemaVersion } from './schema/migrate.ts'

export function createTeamAdministration(connection: Connection, project: string): TeamAdministration {
  const one = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    (await connection.rows<Row>(sql, values))[0]
  const names = async (sql: string, values: readonly unknown[] = []) =>
    (await connection.rows<{ name: string }>(sql, values)).map(({ name }) => name)
  return {
    async facts() {
      const schema = await schemaVersion(connection)
      if (schema === undefined) return { user: null, schema, slug: undefined, head: 0, members: [] }
      const user = await one<{ user: string | null }>('select varve.uid() as user')
      const team = await one<{ slug: string; head: string }>(
        'select slug, head from varve.project where id = $1',
        [project],
      )
      const members = await connection.rows<TeamMember>(
        'select user_id as user, role from varve.member where project_id = $1 order by user_id collate "C"',
        [project],
      )
      return { user: user?.user ?? null, schema, slug: team?.slug, head: Number(team?.head ?? 0), members }
    },
    async create(slug) {
      await connection.call('create_project', [project, slug])
    },
    async setMember(user, role) {
      await connection.call('set_member', [project, user, role])
    },
    async removeMember(user) {
      await connection.call('remove_member', [project, user])
    },
    membersWithoutRole: () =>
      names(
        `select m.user_id as name from varve.member m left join pg_roles r on r.rolname = m.user_id
         where m.project_id = $1 and varve.uid() = session_user
           and (r.oid is null or not r.rolcanlogin or not pg_has_role(r.oid, 'varve_app', 'member'))
         order by m.user_id collate "C"`,
        [project],
      ),
    loginRoles: () =>
      names(
        `select rolname as name from pg_roles
         where rolcanlogin and not rolsuper and pg_has_role(oid, 'varve_app', 'member')
         order by rolname collate "C"`,
      ),
    async identity() {
      const found = await one<{ source: string }>(
        `select prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'varve' and p.proname = 'uid'`,
      )
      return found?.source.includes('session_user') === true ? 'role' : 'jwt'
    },
  }
}
