import { type Assignment, findAssignments } from './find-assignments.ts'
import { findUrlPasswords, findWebTokens } from './find-web-secrets.ts'
import { alphanumericClasses, isCode, isIrregular, isReference } from './secret-shape.ts'
import type { Span } from './span.ts'

/** One kind of secret and how it is found. */
export interface RedactionRule {
  readonly kind: string
  /** Lower case. A text without any of them has no secret of this kind. */
  readonly triggers: readonly string[]
  /** In order of the text. */
  readonly find: (text: string) => readonly Span[]
}

// Not what is made of such a word: a tokenizer, a secretary, what is passwordless.
const CREDENTIAL_NAME =
  /api[_-]?key|secret(?!ar|ion)|token(?!i[sz])|passwd|password(?!less)|pwd|private[_-]?key|access[_-]?key/i
/** A compound adjective is said of something, and names nothing that a value could be given to. */
const ADJECTIVE =
  /-(?:only|based|less|free|like|style|related|protected|specific|aware|driven|backed|gated)$/i
const PASSWORD_NAME = /pass|pwd/i
const AWS_SECRET = /^[A-Za-z0-9+/=]{40}$/
const OPENAI_KEY = /\bsk-(proj-|svcacct-|admin-)?([A-Za-z0-9_-]{20,})/g

/** In the order in which they are applied, each to what the ones before left. */
export const REDACTION_RULES: readonly RedactionRule[] = [
  shape('private', ['<private>'], /<private>[\s\S]*?(?:<\/private>|$)/g),
  shape(
    'private_key',
    ['private key-----'],
    /-----BEGIN ((?:[A-Z0-9]+ ){0,8}PRIVATE KEY)-----[\s\S]*?(?:-----END \1-----|$)/g,
  ),
  shape('aws_access_key', ['akia', 'asia'], /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g),
  shape(
    'github_token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g,
  ),
  shape('anthropic_key', ['sk-ant-'], /\bsk-ant-[A-Za-z0-9_-]{20,}/g),
  { kind: 'openai_key', triggers: ['sk-'], find: findOpenaiKeys },
  shape('slack_token', ['xox'], /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g),
  shape('google_api_key', ['aiza'], /\bAIza[0-9A-Za-z_-]{35}\b/g),
  shape('stripe_key', ['k_live_', 'k_test_'], /\b(?:sk|rk)_(?:live|test)_[0-9A-Za-z]{16,}\b/g),
  shape('npm_token', ['npm_'], /\bnpm_[A-Za-z0-9]{36}\b/g),
  { kind: 'jwt', triggers: ['.eyj'], find: findWebTokens },
  { kind: 'url_password', triggers: ['://'], find: findUrlPasswords },
  shape(
    'auth_header',
    ['authorization'],
    /authorization(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?(?:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{8,})/gi,
    1,
  ),
  shape('gitlab_token', ['glpat-'], /\bglpat-[A-Za-z0-9_-]{20,}/g),
  shape('huggingface_token', ['hf_'], /\bhf_[A-Za-z0-9]{30,}\b/g),
  shape('digitalocean_token', ['dop_v1_'], /\bdop_v1_[a-f0-9]{64}\b/g),
  shape('slack_webhook', ['hooks.slack.com'], /\bhttps:\/\/hooks\.slack\.com\/services\/T\w+\/B\w+\/\w+/g),
  { kind: 'aws_secret_key', triggers: ['secret'], find: findAwsSecretKeys },
  {
    kind: 'assignment',
    triggers: [
      'apikey',
      'api_key',
      'api-key',
      'secret',
      'token',
      'passw',
      'pwd',
      'privatekey',
      'private_key',
      'private-key',
      'accesskey',
      'access_key',
      'access-key',
    ],
    find: findCredentials,
  },
]

/** A rule that is one regular expression, of which `group` is masked. */
export function shape(kind: string, triggers: readonly string[], pattern: RegExp, group = 0): RedactionRule {
  const indexed = new RegExp(pattern, `${pattern.flags}d`)
  return { kind, triggers, find: (text) => spansOf(text, indexed, group) }
}

function spansOf(text: string, pattern: RegExp, group: number): readonly Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(pattern)) {
    const [start, end] = match.indices?.[group] ?? [0, 0]
    if (end > start) spans.push({ start, end })
  }
  return spans
}

// `sk-` also begins ordinary names (`sk-learn-compatible-estimators`): without a prefix of the
// vendor's own, words of one case joined by hyphens are no key.
function findOpenaiKeys(text: string): readonly Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(OPENAI_KEY)) {
    const [whole, prefix, body = ''] = match
    const isName = prefix === undefined && /[-_]/.test(body) && alphanumericClasses(body) < 2
    if (!isName) spans.push({ start: match.index, end: match.index + whole.length })
  }
  return spans
}

function findAwsSecretKeys(text: string): readonly Span[] {
  return findAssignments(text, /secret/i)
    .filter((assignment) => AWS_SECRET.test(assignment.value))
    .map((assignment) => assignment.span)
}

function findCredentials(text: string): readonly Span[] {
  return findAssignments(text, CREDENTIAL_NAME)
    .filter(isCredential)
    .map((assignment) => assignment.span)
}

function isCredential({ name, value, quoted, member }: Assignment): boolean {
  if (ADJECTIVE.test(name) || isReference(value) || (!quoted && isCode(value))) return false
  // Code assigns to members all the time; only configuration assigns something generated.
  if (member) return isIrregular(value) && /[a-z]/i.test(value) && /[0-9]/.test(value)
  return PASSWORD_NAME.test(name) || isIrregular(value)
}
