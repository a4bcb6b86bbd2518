import type { TeamAdministration, TeamMember, TeamToken } from '@varve/core/sync'
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
           and not exists (select 1 from varve.token t where t.project_id = m.project_id
             and t.user_id = m.user_id and t.revoked_at is null
             and (t.expires_at is null or t.expires_at > now()))
           and (r.oid is null or not r.rolcanlogin or not pg_has_role(r.oid, 'varve_app', 'member'))
         order by m.user_id collate "C"`,
        [project],
      ),
    loginRoles: () =>
      names(
        `select rolname as name from pg_roles
         where rolcanlogin and not rolsuper and pg_has_role(oid, 'varve_app', 'member')
           and not exists (select 1 from pg_auth_members g join pg_roles r on r.oid = g.roleid
             where r.rolname = 'varve_gateway' and g.member = pg_roles.oid)
         order by rolname collate "C"`,
      ),
    async tokens() {
      const rows = await connection.rows<TokenRow>(TOKEN_ROWS, [project])
      return rows.map(({ expires, revoked, ...token }) => ({
        ...token,
        ...(expires !== null && { expires }),
        ...(revoked !== null && { revoked }),
      }))
    },
    async issueToken({ id, user, label, sha256, expires }) {
      await connection.call('issue_token', [project, user, id, label, sha256, expires ?? null])
    },
    async revokeToken(id) {
      await connection.call('revoke_token', [project, id])
    },
    async identity() {
      const found = await one<{ source: string }>(
        `select prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'varve' and p.proname = 'uid'`,
      )
      return found?.source.includes('session_user') === true ? 'role' : 'jwt'
    },
  }
}

interface TokenRow extends Omit<TeamToken, 'expires' | 'revoked'> {
  readonly expires: string | null
  readonly revoked: string | null
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
const TOKEN_ROWS = `
select id, user_id as user, label, to_char(created_at at time zone 'UTC', '${ISO}') as created,
  to_char(expires_at at time zone 'UTC', '${ISO}') as expires,
  to_char(revoked_at at time zone 'UTC', '${ISO}') as revoked
from varve.token where project_id = $1 order by created_at desc, id collate "C"`
