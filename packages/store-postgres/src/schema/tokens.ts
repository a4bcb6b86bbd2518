// Tokens of people who have no login role: a gateway that the server trusts says who showed one. Only their
// digests lie here.

/** Whoever logged in; but a gateway's own login says for whom it asks, and nobody else's can. */
const IDENTITY = `
do $outer$ begin
  if (select prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'varve' and p.proname = 'uid') like '%session_user%' then
    create or replace function varve.uid() returns text language sql stable as $$
      select case
        when coalesce(current_setting('request.jwt.claims', true), '') = '' then session_user::text
        when exists (select 1 from pg_auth_members m
            join pg_roles g on g.oid = m.roleid join pg_roles u on u.oid = m.member
            where g.rolname = 'varve_gateway' and u.rolname = session_user)
          then current_setting('request.jwt.claims', true)::json->>'sub'
        else session_user::text end
    $$;
  end if;
end $outer$;
`

const TABLE = `
create table varve.token(
  project_id uuid not null references varve.project(id) on delete restrict,
  id text not null check (id <> ''),
  user_id text not null,
  label text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (project_id, id),
  unique (project_id, sha256));

alter table varve.token enable row level security;
create policy r on varve.token for select using (varve.has_role(project_id, 'reader'));
revoke all on varve.token from public;
grant select(project_id, id, user_id, label, created_at, expires_at, revoked_at) on varve.token to varve_app;
`

const FUNCTIONS = `
create function varve.issue_token(p_project uuid, p_user text, p_id text, p_label text, p_sha256 text,
                                  p_expires timestamptz) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  perform varve.require_owner(p_project, 'issue tokens');
  if not exists (select 1 from varve.member where project_id = p_project and user_id = p_user) then
    raise exception 'varve: no such member' using errcode = 'P0002';
  end if;
  insert into varve.token(project_id, id, user_id, label, sha256, expires_at)
    values (p_project, p_id, p_user, p_label, p_sha256, p_expires);
  perform varve.note_administration(p_project, 'issue_token', jsonb_build_object('user', p_user, 'token', p_id));
end $$;

create function varve.revoke_token(p_project uuid, p_id text) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  -- Whoever holds a token may give it back.
  if not exists (select 1 from varve.token where project_id = p_project and id = p_id and user_id = varve.uid()) then
    perform varve.require_owner(p_project, 'revoke the tokens of others');
  end if;
  update varve.token set revoked_at = coalesce(revoked_at, now()) where project_id = p_project and id = p_id;
  if not found then
    raise exception 'varve: no such token' using errcode = 'P0002';
  end if;
  perform varve.note_administration(p_project, 'revoke_token', jsonb_build_object('token', p_id));
end $$;

create function varve.token_holder(p_project uuid, p_sha256 text) returns text
language sql stable security definer set search_path = varve, pg_temp as $$
  select t.user_id from varve.token t join varve.member m using (project_id, user_id)
  where t.project_id = p_project and t.sha256 = p_sha256
    and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
$$;

revoke all on function varve.issue_token(uuid, text, text, text, text, timestamptz),
  varve.revoke_token(uuid, text), varve.token_holder(uuid, text) from public;
grant execute on function varve.issue_token(uuid, text, text, text, text, timestamptz),
  varve.revoke_token(uuid, text) to varve_app;
grant execute on function varve.token_holder(uuid, text) to varve_gateway;
`

export const TOKENS = [IDENTITY, TABLE, FUNCTIONS].join('\n')
