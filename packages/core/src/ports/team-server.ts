import type { Carrier, ProjectedEntry } from './carrier.ts'

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
}

/** The team's journal, with the projection as it stands. */
export interface TeamCarrier extends Carrier {
  /** By id. */
  projection(): Promise<readonly ProjectedEntry[]>
}

/** A connection to a team's server, as one member of it. */
export interface TeamServer {
  /** `host:port/database`; never with credentials. */
  readonly place: string
  readonly administration: TeamAdministration
  /** Makes or upgrades the schema; the versions that were made. */
  install(identity: Identity): Promise<readonly number[]>
  /** Throws where the schema is missing, older than this program needs, or newer than it knows. */
  carrier(): Promise<TeamCarrier>
  close(): Promise<void>
}
