import { createHash } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode, type Resource, type Server } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import { SKILL_FRONT_MATTER, SKILL_TEXT } from '../agents/texts/skill.ts'

/** As the protocol's extension for skills names itself. */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

export const SKILL_URI = `skill://${SKILL_FRONT_MATTER.name}/SKILL.md`

/** The skill that `varve install` writes, for a client without it. */
export const SKILL_RESOURCE: Resource = {
  uri: SKILL_URI,
  name: SKILL_FRONT_MATTER.name,
  title: 'How to work with this memory',
  description: SKILL_FRONT_MATTER.description,
  mimeType: 'text/markdown',
}

const LIST_PARAMS = z.looseObject({ cursor: z.optional(z.string()) })
const GET_PARAMS = z.looseObject({ uri: z.string() })
/** It is another with another version of this program alone, whose server this isn't. */
const CACHED = { ttlMs: 0, cacheScope: 'private' } as const

/** Answers who asks for skills by their own methods; its text is read as any resource is. */
export function serveSkill(server: Server): void {
  server.setRequestHandler('skills/list', { params: LIST_PARAMS }, () => ({
    skills: [skillEntry()],
    ...CACHED,
  }))
  server.setRequestHandler('skills/get', { params: GET_PARAMS }, ({ uri }) => {
    if (uri === SKILL_URI) return { skill: skillEntry(), ...CACHED }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no skill ${uri}`)
  })
}

function skillEntry() {
  const bytes = Buffer.from(SKILL_TEXT)
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return {
    uri: SKILL_URI,
    frontmatter: SKILL_FRONT_MATTER,
    resources: [{ uri: SKILL_URI, digest, size: bytes.length }],
  }
}
