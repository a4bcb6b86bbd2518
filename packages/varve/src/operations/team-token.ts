import { formatInstant, recordHeader, recordLine, VarveError } from '@varve/core'
import type { TeamAdministration, TeamToken } from '@varve/core/sync'
import { newToken, tokenDigest } from '../team/team-token.ts'
import type { OperationContext } from './context.ts'
import { integer, optionalPositional, text } from './field.ts'
import { defineOperation } from './operation.ts'
import { withTeam } from './team/with-team.ts'

const DAY_MS = 86_400_000
const ID_CHARACTERS = 8

/** `varve team token`: how people without a database role come in by `varve serve --team`. */
export const teamToken = defineOperation({
  name: 'team token',
  summary: 'List tokens for the team’s HTTP server, give one out, take one back',
  effect: 'writes',
  fields: {
    action: optionalPositional('add, list (default) or revoke', 'add|list|revoke'),
    who: optionalPositional('add: the member; revoke: the token’s id', 'user|id'),
    label: text('What it is for: a person’s machine', { value: 'label' }),
    days: integer('How long it is good (default: until it is revoked)', { minimum: 1, maximum: 36_500 }),
  },
  examples: ['varve team token', 'varve team token add bob --label laptop --days 90'],
  run: ({ action = 'list', who, label = '', days }, context) =>
    withTeam(context, async ({ carrier, administration }) => {
      await (await carrier()).head()
      const token = await change(administration, context, { action, who, label, days })
      const tokens = await administration.tokens()
      return {
        json: { tokens: tokens.map(asJson), ...(token !== undefined && { token }) },
        human:
          token === undefined
            ? tokens.map(lineOf).join('')
            : `${token}\nIt is shown this once. They set VARVE_TEAM_TOKEN to it, and VARVE_TEAM_URL to the server’s https:// address.\n`,
        records: `${[
          recordHeader('team.token', { tokens: tokens.length }),
          ...tokens.map(({ id, user, label: what, revoked }) =>
            recordLine('N', [id, user, { quoted: what }], { revoked: revoked ?? '-' }),
          ),
          ...(token === undefined ? [] : [recordLine('D', ['token', token], {})]),
        ].join('\n')}\n`,
      }
    }),
})

interface TokenChange {
  readonly action: string
  readonly who: string | undefined
  readonly label: string
  readonly days: number | undefined
}

/** The new token, where one was made. */
async function change(
  administration: TeamAdministration,
  { clock, ids }: OperationContext,
  { action, who, label, days }: TokenChange,
): Promise<string | undefined> {
  if (action === 'list' && who === undefined) return undefined
  if ((action !== 'add' && action !== 'revoke') || who === undefined) {
    throw new VarveError('usage', 'team token takes add <user>, revoke <id>, or list', {
      fix: [teamToken.examples[1]],
    })
  }
  if (action === 'revoke') {
    await administration.revokeToken(who)
    return undefined
  }
  const token = newToken()
  await administration.issueToken({
    id: ids.uuid().slice(0, ID_CHARACTERS),
    user: who,
    label,
    sha256: tokenDigest(token),
    ...(days !== undefined && { expires: formatInstant(clock.now() + days * DAY_MS) }),
  })
  return token
}

function asJson({ id, user, label, created, expires, revoked }: TeamToken) {
  return { id, user, label, created, expires: expires ?? null, revoked: revoked ?? null }
}

function lineOf({ id, user, label, created, expires, revoked }: TeamToken): string {
  const until = expires === undefined ? '' : `, until ${expires.slice(0, 10)}`
  const state =
    revoked === undefined ? `since ${created.slice(0, 10)}${until}` : `revoked ${revoked.slice(0, 10)}`
  return `${id}  ${user}  ${state}${label === '' ? '' : `  ${label}`}\n`
}
