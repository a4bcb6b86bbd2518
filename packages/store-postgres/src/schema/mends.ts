// A member who was let out and in again has no use of tokens of before; and a purge names the record whose
// text it erases, since its number may be another's by now.

const REMOVE_MEMBER = `
create or replace function varve.remove_member(p_project uuid, p_user text) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  perform varve.require_owner(p_project, 'change members');
  delete from varve.member where project_id = p_project and user_id = p_user;
  if not found then
    raise exception 'varve: no such member' using errcode = 'P0002';
  end if;
  update varve.token set revoked_at = coalesce(revoked_at, now()) where project_id = p_project and user_id = p_user;
  perform varve.keep_an_owner(p_project);
  perform varve.note_administration(p_project, 'remove_member', jsonb_build_object('user', p_user));
end $$;

update varve.token t set revoked_at = now() where revoked_at is null
  and not exists (select 1 from varve.member m where m.project_id = t.project_id and m.user_id = t.user_id);
`

const PURGE = `
drop function varve.purge(uuid, bigint, jsonb);

create function varve.purge(p_project uuid, p_plan_id text, p_plan jsonb) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
declare
  n bigint;
begin
  perform varve.require_owner(p_project, 'purge');
  update varve.journal set plan = p_plan, purged_at = now()
    where project_id = p_project and plan_id = p_plan_id returning seq into n;
  if not found then
    raise exception 'varve: no such plan' using errcode = 'P0002';
  end if;
  perform varve.note_administration(p_project, 'purge', jsonb_build_object('seq', n));
end $$;

revoke all on function varve.purge(uuid, text, jsonb) from public;
grant execute on function varve.purge(uuid, text, jsonb) to varve_app;
`

export const MENDS = [REMOVE_MEMBER, PURGE].join('\n')
