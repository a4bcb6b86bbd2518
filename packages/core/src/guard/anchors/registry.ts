import type { AnchorRule, Opening } from './anchor-rule.ts'
import { codeRule } from './code/code-rule.ts'
import { dateRule } from './date/date-rule.ts'
import { environmentRule } from './environment/environment-rule.ts'
import { flagRule } from './flag/flag-rule.ts'
import { identifierRule } from './identifier/identifier-rule.ts'
import { kebabRule } from './kebab/kebab-rule.ts'
import { labelRule } from './label/label-rule.ts'
import { nameRule } from './name/name-rule.ts'
import { numberRule } from './number/number-rule.ts'
import { packageRule } from './package/package-rule.ts'
import { pathRule } from './path/path-rule.ts'
import { quoteRule } from './quote/quote-rule.ts'
import { issueRule } from './reference/issue-rule.ts'
import { repositoryRule } from './reference/repository-rule.ts'
import { timeRule } from './time/time-rule.ts'
import { urlRule } from './url/url-rule.ts'
import { versionRule } from './version/version-rule.ts'

/** Every kind of anchor; the first that matches at a position wins. */
export const ANCHOR_RULES: readonly AnchorRule[] = [
  urlRule,
  packageRule,
  repositoryRule,
  dateRule,
  timeRule,
  identifierRule,
  pathRule,
  environmentRule,
  flagRule,
  issueRule,
  labelRule,
  versionRule,
  numberRule,
  codeRule,
  quoteRule,
  nameRule,
  kebabRule,
]

/** The rules that may match where a word of a kind begins. */
export const RULES_BY_OPENING: Readonly<Record<Opening, readonly AnchorRule[]>> = {
  plain: rulesFor('plain'),
  compound: rulesFor('compound'),
  integer: rulesFor('integer'),
  digit: rulesFor('digit'),
}

/** Plain words in small letters at which a rule may match, besides the number words of a language. */
export const SMALL_WORDS: ReadonlySet<string> = new Set(
  RULES_BY_OPENING.plain.flatMap(({ smallWords }) => [...(smallWords?.keys() ?? [])]),
)

/** The rules that may match at a character that begins no word. */
export const RULES_BY_CHARACTER: ReadonlyMap<string, readonly AnchorRule[]> = new Map(
  [...new Set(ANCHOR_RULES.flatMap((rule) => [...(rule.firstCharacters ?? '')]))].map((character) => [
    character,
    ANCHOR_RULES.filter((rule) => rule.firstCharacters?.includes(character)),
  ]),
)

function rulesFor(opening: Opening): readonly AnchorRule[] {
  return ANCHOR_RULES.filter((rule) => rule.opens.includes(opening))
}
