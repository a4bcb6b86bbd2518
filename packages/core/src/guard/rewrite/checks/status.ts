import { type PreparedRewrite, sourceClasses } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

const FACT = 'FACT'
/** What is done is a fact, so saying it plainly loses nothing. */
const PLAIN = ['DONE']
/** What must survive where only a part of the evidence is written down. */
const UNCERTAIN = ['HYP', 'PLAN']

/** Planned stays planned, suspected stays suspected. */
export const checkStatusChanged: RewriteCheck = (rewrite) => {
  const before = sourceClasses(rewrite, 'status')
  const after = rewrite.output.classes.status
  const gained = [...after].filter((name) => !before.has(name)).sort()
  const lost = [...before].filter((name) => !after.has(name) && mustStay(name, rewrite)).sort()
  if (gained.length === 0 && lost.length === 0) return []
  const detail = `${lost.join('+') || FACT}→${gained.join('+') || FACT}`
  return [finding('status-changed', 'reject', { detail })]
}

function mustStay(name: string, { kind }: PreparedRewrite): boolean {
  return kind === 'extract' ? UNCERTAIN.includes(name) : !PLAIN.includes(name)
}
