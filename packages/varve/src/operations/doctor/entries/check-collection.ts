import type { Issue } from '@varve/core'
import type { EntryCheck } from './entry-check.ts'

const COLLECTION_TYPES = ['moc', 'map']
const LINKS = /!?\[\[[^[\]]*\]\]|!?\[[^[\]]*\]\([^()]*\)/g
const COMMENTS_AND_HEADINGS = /<!--(?:(?!<!--)[\s\S])*?-->|^ {0,3}#.*$/gm

/** Collection roots that lead nowhere, or say nothing of where they lead. */
export const checkCollection: EntryCheck = ({ id, type, content }, facts) => {
  if (!COLLECTION_TYPES.includes(type)) return []
  if (facts.linksFrom(id).length === 0)
    return [
      info('empty_moc', id, 'is a collection without links', `varve link add ${id} <id> --type has-part`),
    ]
  const words = content.replace(COMMENTS_AND_HEADINGS, '').replace(LINKS, '')
  return /[\p{L}\p{N}]/u.test(words)
    ? []
    : [info('bare_link_list', id, 'lists links and says nothing of them', `varve edit ${id}`)]
}

function info(code: string, id: string, what: string, fix: string): Issue {
  return { code, severity: 'info', subjects: [id], message: `${id} ${what}`, fix: [fix] }
}
