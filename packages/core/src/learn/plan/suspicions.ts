import { type Trust, trustRank } from '../../domain/trust.ts'

/** Why something that was learnt is set apart until a person has read it. */
export type SuspicionRule =
  | 'remote_script'
  | 'url'
  | 'ignores_rules'
  | 'imperative'
  | 'hides_from_user'
  | 'encoded_blob'
  | 'tool_call'
  | 'invisible'
  | 'command'

interface Rule {
  readonly rule: SuspicionRule
  readonly says: string
  readonly pattern: RegExp
  /** Only of what neither a person nor the agent stands for, and that was not seen being done. */
  readonly isOfStrangers?: true
}

const RULES: readonly Rule[] = [
  {
    rule: 'remote_script',
    says: 'it runs a script from elsewhere',
    pattern: /\b(?:curl|wget)\b[^\n]*\|\s*(?:ba|z)?sh\b|\bbase64\s+-d\b[^\n]*\|\s*(?:ba|z)?sh\b/i,
  },
  {
    rule: 'url',
    says: 'it sends data to an address',
    pattern: /\b(?:post|upload|send|forward|exfiltrate|report)\b[^\n]*\bto\s+[`"'<(]?https?:\/\//i,
  },
  {
    rule: 'ignores_rules',
    says: 'it tells its reader to ignore what it was told',
    pattern:
      /\b(?:ignore|disregard|forget)\s+(?:all|any|previous|prior|the|your)\b[^\n]*\b(?:instructions?|rules?|prompts?)\b/i,
  },
  {
    rule: 'hides_from_user',
    says: 'it tells its reader to hide something from the user',
    pattern:
      /\b(?:do not|don['’]t|never)\s+(?:tell|show|inform|mention|reveal|ask)\b[^\n]*\b(?:the\s+)?(?:user|human|developer|anyone)\b/i,
  },
  {
    rule: 'imperative',
    says: 'it gives its reader a standing order',
    pattern:
      /\balways remember\b|\bfrom now on\b|\byou (?:must|should) (?:always|never)\b|\bas an? (?:ai|assistant|agent)\b/i,
  },
  {
    rule: 'tool_call',
    says: 'it imitates a call of a tool',
    pattern:
      /<\/?(?:tool_use|tool_call|function_calls?|invoke|antml:)|"type"\s*:\s*"tool_use"|<\|[a-z_]+\|>/i,
  },
  {
    rule: 'encoded_blob',
    says: 'it carries an encoded text',
    pattern:
      /(?=[A-Za-z\d+]{0,80}\d)(?=[A-Za-z\d+]{0,80}[a-z])(?=[A-Za-z\d+]{0,80}[A-Z])[A-Za-z\d+]{44,}|\b[A-Za-z\d+/]{24,}={1,2}(?![\w=])/,
  },
  {
    rule: 'invisible',
    says: 'it carries characters that nobody sees',
    pattern:
      /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/u,
  },
  {
    rule: 'command',
    says: 'it gives a command to run',
    pattern:
      /(?:^|[`$]\s*|\b(?:run|execute|type|use)\s+`?)(?:curl|wget|bash|sh|sudo|rm|eval|npx|npm|pnpm|yarn|pip|python3?|node|git|docker|chmod|powershell)\s+\S/i,
    isOfStrangers: true,
  },
]

/** What a text is set apart for: rules, and what they say of it. Empty of a person's own words, and of what is harmless. */
export function listSuspicions(
  text: string,
  trust: Trust,
  { isSeen = false }: { readonly isSeen?: boolean } = {},
): readonly { readonly rule: SuspicionRule; readonly says: string }[] {
  if (trust === 'user') return []
  const isStrange = trustRank(trust) < trustRank('agent') && !isSeen
  return RULES.filter(
    ({ pattern, isOfStrangers = false }) => (isStrange || !isOfStrangers) && pattern.test(text),
  )
}
