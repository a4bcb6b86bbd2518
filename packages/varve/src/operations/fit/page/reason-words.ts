const SAID: Readonly<Record<string, string>> = {
  'below-watermark': 'the window was small enough',
  'too-young': 'among the newest calls',
  'too-small': 'too small to leave out',
  opaque: 'nobody may change it',
  text: 'what was said stays',
  kept: 'worth its place',
  placeholder: 'needed least',
  superseded: 'shown again later',
  duplicate: 'the same as a later one',
  'drop-reasoning': 'old reasoning',
  'applied-edit': 'an applied edit',
  paste: 'a pasted block',
}

/** Why a part is shown as it is, in words. */
export function reasonWords(reason: string): string {
  return SAID[reason] ?? reason.replace(/^pinned:/, 'pinned: ')
}
