// Written for PostgreSQL 13 and later. Every key begins with the project: it is what a database of many
// machines spreads by. All of it belongs to `varve_owner`, who may not log in.

/** Who is asking: the role that logged in, which nothing in a session can change. */
export const ROLE_IDENTITY = `
create or replace function varve.uid() returns text language sql stable as $$ select session_user::text $$;
`

/** Who is asking, as a gateway in front of the database says. */
export const TOKEN_IDENTITY = `
create or replace function varve.uid() returns text language sql stable as
$$ select nullif(current_setting('request.jwt.claims', true), '')::json->>'sub' $$;
`

const TABLES = `
create table varve.server(id uuid not null default gen_random_uuid(), one boolean primary key default true check (one));
insert into varve.server default values;

create table varve.project(
  id uuid primary key,
  slug text not null check (slug <> ''),
  head bigint not null default 0 check (head >= 0),
  created_at timestamptz not null default now());

create table varve.member(
  project_id uuid not null references varve.project(id) on delete restrict,
  user_id text not null check (user_id <> ''),
  role text not null check (role in ('reader','writer','owner')),
  primary key (project_id, user_id));

create function varve.has_role(p uuid, want text) returns boolean
language sql stable security definer set search_path = varve, pg_temp as $$
  select exists (select 1 from varve.member m where m.project_id = p and m.user_id = varve.uid()
    and case want when 'reader' then true when 'writer' then m.role in ('writer','owner') else m.role = 'owner' end)
$$;

create table varve.journal(
  project_id uuid not null references varve.project(id) on delete restrict,
  seq bigint not null check (seq > 0),
  plan_id text not null check (plan_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{7,127}$'),
  author text not null,
  client_id text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  plan jsonb not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  purged_at timestamptz,
  primary key (project_id, seq),
  unique (project_id, plan_id));

-- Who was let in, and who erased what: beside the journal, since no replica folds it.
create table varve.administration(
  project_id uuid not null references varve.project(id) on delete restrict,
  n bigint not null,
  at timestamptz not null default now(),
  author text not null,
  action text not null,
  detail jsonb not null,
  primary key (project_id, n));

create function varve.recurrence(n int) returns int language sql immutable as $$
  select case when n <= 1 then 3 when n = 2 then 5 when n = 3 then 6 when n = 4 then 7
              when n = 5 then 8 when n = 6 then 9 else 10 end
$$;

create table varve.memory_entries(
  id text not null,
  project_id uuid not null references varve.project(id) on delete restrict,
  branch text,
  scope text not null check (scope in ('feature','project')),
  content text not null check (content <> ''),
  score numeric(4,2) not null generated always as
    (trunc((varve.recurrence(recurrence_count) + impact_score + specificity_score) / 3, 2)) stored,
  status text not null check (status in ('observed','promoted')),
  recurrence_count int not null check (recurrence_count >= 1),
  impact_score numeric(3,1) not null check (impact_score between 1 and 10),
  specificity_score numeric(3,1) not null check (specificity_score between 1 and 10),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (scope = 'project' or (branch is not null and branch <> '')),
  primary key (project_id, id));
`

// The update of the head holds the project's row until the commit: so numbers are in the order of commits,
// without a gap, and a reader of \`seq > cursor\` misses none. Who waited for it finds another head.
const APPEND = `
create function varve.append(p_project uuid, p_expected bigint, p_plans jsonb, p_rows jsonb, p_gone text[] default '{}')
returns bigint language plpgsql security definer set search_path = varve, pg_temp as $$
declare
  n int := jsonb_array_length(p_plans);
  h bigint;
begin
  if not varve.has_role(p_project, 'writer') then
    raise exception 'varve: no write access to project %', p_project using errcode = '42501';
  end if;
  if n > 500 then
    raise exception 'varve: at most 500 records at once' using errcode = '54000';
  end if;
  update varve.project set head = head + n where id = p_project and head = p_expected returning head into h;
  if not found then
    raise exception 'varve: head moved' using errcode = '40001';
  end if;
  insert into varve.journal(project_id, seq, plan_id, author, client_id, created_at, plan, sha256)
    select p_project, p_expected + o, e->>'plan_id', varve.uid(), e->>'client_id',
           (e->>'created_at')::timestamptz, e->'plan', e->>'sha256'
    from jsonb_array_elements(p_plans) with ordinality as t(e, o);
  delete from varve.memory_entries where project_id = p_project and id = any(p_gone);
  insert into varve.memory_entries(id, project_id, branch, scope, content, status, recurrence_count,
                                   impact_score, specificity_score, created_at, updated_at)
    select r->>'id', p_project, r->>'branch', r->>'scope', r->>'content', r->>'status',
           (r->>'recurrence_count')::int, (r->>'impact_score')::numeric, (r->>'specificity_score')::numeric,
           (r->>'created_at')::timestamptz, (r->>'updated_at')::timestamptz
    from jsonb_array_elements(p_rows) r
    on conflict (project_id, id) do update set
      branch = excluded.branch, scope = excluded.scope, content = excluded.content, status = excluded.status,
      recurrence_count = excluded.recurrence_count, impact_score = excluded.impact_score,
      specificity_score = excluded.specificity_score, created_at = excluded.created_at,
      updated_at = excluded.updated_at;
  return h;
end $$;
`

const ADMINISTRATION = `
create function varve.note_administration(p_project uuid, p_action text, p_detail jsonb) returns void
language sql security definer set search_path = varve, pg_temp as $$
  insert into varve.administration(project_id, n, author, action, detail)
    select p_project, coalesce(max(n), 0) + 1, varve.uid(), p_action, p_detail
    from varve.administration where project_id = p_project
$$;

create function varve.require_owner(p_project uuid, p_what text) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  if not varve.has_role(p_project, 'owner') then
    raise exception 'varve: only an owner may %', p_what using errcode = '42501';
  end if;
  -- One change of members at a time: two owners can't remove each other.
  perform 1 from varve.project where id = p_project for update;
end $$;

create function varve.create_project(p_id uuid, p_slug text) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  if varve.uid() is null then
    raise exception 'varve: nobody is asking' using errcode = '42501';
  end if;
  insert into varve.project(id, slug) values (p_id, p_slug);
  insert into varve.member(project_id, user_id, role) values (p_id, varve.uid(), 'owner');
  perform varve.note_administration(p_id, 'create_project', jsonb_build_object('slug', p_slug));
end $$;

create function varve.keep_an_owner(p_project uuid) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  if not exists (select 1 from varve.member where project_id = p_project and role = 'owner') then
    raise exception 'varve: a project keeps one owner' using errcode = '23514';
  end if;
end $$;

create function varve.set_member(p_project uuid, p_user text, p_role text) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  perform varve.require_owner(p_project, 'change members');
  insert into varve.member(project_id, user_id, role) values (p_project, p_user, p_role)
    on conflict (project_id, user_id) do update set role = excluded.role;
  perform varve.keep_an_owner(p_project);
  perform varve.note_administration(p_project, 'set_member', jsonb_build_object('user', p_user, 'role', p_role));
end $$;

create function varve.remove_member(p_project uuid, p_user text) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  perform varve.require_owner(p_project, 'change members');
  delete from varve.member where project_id = p_project and user_id = p_user;
  if not found then
    raise exception 'varve: no such member' using errcode = 'P0002';
  end if;
  perform varve.keep_an_owner(p_project);
  perform varve.note_administration(p_project, 'remove_member', jsonb_build_object('user', p_user));
end $$;

create function varve.purge(p_project uuid, p_seq bigint, p_plan jsonb) returns void
language plpgsql security definer set search_path = varve, pg_temp as $$
begin
  perform varve.require_owner(p_project, 'purge');
  update varve.journal set plan = p_plan, purged_at = now() where project_id = p_project and seq = p_seq;
  if not found then
    raise exception 'varve: no such plan' using errcode = 'P0002';
  end if;
  perform varve.note_administration(p_project, 'purge', jsonb_build_object('seq', p_seq));
end $$;
`

// Forced on all but the table of members, which \`has_role\` has to read.
const POLICIES = `
alter table varve.project enable row level security;
alter table varve.project force row level security;
alter table varve.journal enable row level security;
alter table varve.journal force row level security;
alter table varve.memory_entries enable row level security;
alter table varve.memory_entries force row level security;
alter table varve.administration enable row level security;
alter table varve.member enable row level security;

create policy r on varve.project for select using (varve.has_role(id, 'reader'));
create policy u on varve.project for update using (varve.has_role(id, 'writer')) with check (varve.has_role(id, 'writer'));
create policy i on varve.project for insert to varve_owner with check (true);
create policy r on varve.member for select using (varve.has_role(project_id, 'reader'));
create policy r on varve.administration for select using (varve.has_role(project_id, 'reader'));
create policy r on varve.journal for select using (varve.has_role(project_id, 'reader'));
create policy a on varve.journal for insert with check (varve.has_role(project_id, 'writer') and author = varve.uid());
create policy p on varve.journal for update using (varve.has_role(project_id, 'owner')) with check (varve.has_role(project_id, 'owner'));
create policy r on varve.memory_entries for select using (varve.has_role(project_id, 'reader'));
create policy i on varve.memory_entries for insert with check (varve.has_role(project_id, 'writer'));
create policy u on varve.memory_entries for update using (varve.has_role(project_id, 'writer')) with check (varve.has_role(project_id, 'writer'));
create policy d on varve.memory_entries for delete using (varve.has_role(project_id, 'writer'));

revoke all on all tables in schema varve from public;
revoke all on all functions in schema varve from public;
grant usage on schema varve to varve_app;
grant select on varve.server, varve.schema_version, varve.project, varve.member, varve.administration,
  varve.journal, varve.memory_entries to varve_app;
grant execute on function varve.uid(), varve.has_role(uuid, text), varve.recurrence(int),
  varve.append(uuid, bigint, jsonb, jsonb, text[]), varve.purge(uuid, bigint, jsonb),
  varve.create_project(uuid, text), varve.set_member(uuid, text, text), varve.remove_member(uuid, text)
  to varve_app;
`

export const FIRST = [TABLES, APPEND, ADMINISTRATION, POLICIES].join('\n')
