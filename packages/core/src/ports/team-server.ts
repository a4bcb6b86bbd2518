import type { JournalRecord } from '../domain/record.ts'
import type { CarriedRecord, Carrier, NumberedRecord, ProjectedEntry, ProjectionChange } from './carrier.ts'

export const TEAM_ROLES = ['reader', 'writer', 'owner'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]

export interface TeamMember {
  readonly user: string
  readonly role: TeamRole
}

/** What a server says of a project, to whom it lets in. */
export interface TeamFacts {
  /** Who is asking, as the server knows them. */
  readonly user: string | null
  /** Undefined where the server has none yet. */
  readonly schema: number | undefined
  /** Undefined where the server knows no such project, or doesn't let in who is asking. */
  readonly slug: string | undefined
  readonly head: number
  /** By user. */
  readonly members: readonly TeamMember[]
}

/** How a server knows who is asking: by the role that logged in, or by what a gateway says. */
export type Identity = 'role' | 'jwt'

/** What lets a member in over HTTP. Nobody but its holder has the token itself. */
export interface TeamToken {
  readonly id: string
  readonly user: string
  readonly label: string
  /** ISO 8601, as the others. */
  readonly created: string
  readonly expires?: string
  readonly revoked?: string
}

export interface NewTeamToken extends Pick<TeamToken, 'id' | 'user' | 'label' | 'expires'> {
  readonly sha256: string
}

/** Who belongs to a project's team. What only an owner may do, the server refuses to others. */
export interface TeamAdministration {
  facts(): Promise<TeamFacts>
  create(slug: string): Promise<void>
  setMember(user: string, role: TeamRole): Promise<void>
  removeMember(user: string): Promise<void>
  /** Members that can't log in, or may not use the schema. */
  membersWithoutRole(): Promise<readonly string[]>
  /** Roles that can log in and use the schema. */
  loginRoles(): Promise<readonly string[]>
  identity(): Promise<Identity>
  /** The newest first. */
  tokens(): Promise<readonly TeamToken[]>
  issueToken(token: NewTeamToken): Promise<void>
  revokeToken(id: string): Promise<void>
}

/** The most that one page of a journal has: records, and bytes but for a single larger record. */
export const PAGE_RECORDS = 500
export const PAGE_BYTES = 4 * 1024 * 1024

/** A team's journal as its server gives it out, in single calls: a carrier is made of them. */
export interface TeamJournal {
  /** Tells one server from another: a replica's place in one journal is no place in the next. */
  readonly remote: string
  readonly shown: string
  head(): Promise<number>
  /** The records behind a number, in their order, as many as a page bears. */
  page(after: number): Promise<readonly CarriedRecord[]>
  append(
    expected: number,
    records: readonly JournalRecord[],
    change: ProjectionChange,
  ): Promise<number | undefined>
  /** What comes behind an id in an order of the server's own, as much as a page bears; nothing: the end. */
  projection(after: string | undefined): Promise<readonly ProjectedEntry[]>
  erase(records: readonly NumberedRecord[]): Promise<boolean>
  close(): Promise<void>
}

/** A connection to a team's server, as one member of it. */
export interface TeamServer {
  /** `host:port/database`; never with credentials. */
  readonly place: string
  readonly administration: TeamAdministration
  /** Makes or upgrades the schema; the versions that were made. */
  install(identity: Identity): Promise<readonly number[]>
  /** Throws where the schema is missing, older than this program needs, or newer than it knows. */
  carrier(): Promise<Carrier>
  /** The same journal in single calls, unchecked. */
  journal(): Promise<TeamJournal>
  close(): Promise<void>
}

/** What a gateway reaches for the member who asks. */
export interface GatewayTeam {
  readonly journal: TeamJournal
  readonly administration: TeamAdministration
}

/** Stands between a team's server and people who show tokens: it asks as whoever holds one. */
export interface TeamGateway {
  /** The member of a project who holds the token of this digest; undefined where nobody does. */
  holder(project: string, sha256: string): Promise<string | undefined>
  as<T>(project: string, user: string, work: (team: GatewayTeam) => Promise<T>): Promise<T>
  /** Throws where the server can't be reached, or this program doesn't know its schema. */
  check(): Promise<void>
  close(): Promise<void>
}
