import type { Identity } from '@varve/core/sync'
import { ROLE_IDENTITY, TOKEN_IDENTITY } from './first.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'

/**
 * What a schema needs before its first step; harmless where it is there already. Whoever runs it must be
 * able to act for the owner: a superuser can, and whoever made that role.
 */
export const ROLES = `
do $$ declare name text; begin
  foreach name in array array['varve_owner', 'varve_app', 'varve_gateway'] loop
    if not exists (select 1 from pg_roles where rolname = name) then
      -- Roles are of the whole server: somebody may just be making them for another database.
      begin execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation then null; end;
    end if;
  end loop;
  if not pg_has_role('varve_gateway', 'varve_app', 'usage') then
    begin grant varve_app to varve_gateway;
    exception when internal_error or unique_violation then null; end;
  end if;
  if not pg_has_role(current_user, 'varve_owner', 'usage') then
    execute format('grant varve_owner to %I', current_user);
  end if;
  if not exists (select 1 from pg_namespace where nspname = 'varve') then
    create schema varve authorization varve_owner;
  end if;
end $$;
`

export const VERSION_TABLE = `
create table if not exists varve.schema_version(
  version int primary key, applied_at timestamptz not null default now());
`

/** One step as it is run, by the owner of all. */
export function stepSql({ version, sql }: Migration, identity: Identity): string {
  return [
    ...(version === 1 ? [identitySql(identity)] : []),
    sql,
    `insert into varve.schema_version(version) values (${version});`,
  ].join('\n')
}

function identitySql(identity: Identity): string {
  return identity === 'role' ? ROLE_IDENTITY : TOKEN_IDENTITY
}

/** All of it as one script, for whoever administers a database by hand. */
export function schemaScript(identity: Identity): string {
  return [
    '-- Varve: what a team shares. Run it once, as somebody who may create roles and a schema.',
    'begin;',
    ROLES,
    'set local role varve_owner;',
    VERSION_TABLE,
    ...MIGRATIONS.map((step) => stepSql(step, identity)),
    'commit;',
    '',
  ].join('\n')
}
