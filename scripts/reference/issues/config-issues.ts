import { type IssueDocs, NOTHING } from './issue-doc.ts'

export const CONFIG_ISSUES: IssueDocs = {
  misplaced_config_key: {
    severity: 'warning',
    meaning: 'A key stands in a file in which it means nothing.',
    mend: 'Move it to the file that the message names.',
  },
  setting_not_in_force: {
    severity: 'info',
    meaning:
      'A configuration file sets a key that is checked, but that nothing acts on in this version: what it is for is not built yet. The [settings](settings.md) say which keys these are.',
    mend: NOTHING,
  },
  unknown_config_key: {
    severity: 'warning',
    meaning: 'A configuration file sets a key that Varve doesn’t know.',
    mend: 'Correct it; the message names the nearest that is known.',
  },
}
