import { type IssueDocs, NOTHING } from './issue-doc.ts'

export const DOCTOR_ISSUES: IssueDocs = {
  bare_link_list: {
    severity: 'info',
    meaning: 'A collection lists links and says nothing of them.',
    mend: '`varve edit <id>`: say what each is for.',
  },
  broken_attachment: {
    severity: 'warning',
    meaning: 'A note shows a file that is not there.',
    mend: 'Bring the file back, or `varve edit <id>`.',
  },
  broken_link: {
    severity: 'warning',
    meaning: 'A link leads to an entry that is not here. It is kept, and works when that arrives.',
    mend: 'Import what is missing, or `varve link remove`.',
  },
  concurrent_edit: {
    severity: 'warning',
    meaning: 'Two writers changed one field apart. The later is shown; the other text is in the history.',
    mend: '`varve show <id> --history`, then `varve edit <id>`: whoever has seen both decides.',
  },
  digest_larger: {
    severity: 'info',
    meaning: 'A digest is larger than what it stands in for.',
    mend: '`varve compact report <id>`, then write it shorter.',
  },
  empty_digest: {
    severity: 'warning',
    meaning: 'A digest has no text that could be shown for what it stands in for.',
    mend: '`varve edit <id>`: give it a summary.',
  },
  empty_moc: {
    severity: 'info',
    meaning: 'A collection has no links.',
    mend: '`varve link add <id> <other> --type has-part`',
  },
  future_dated: {
    severity: 'info',
    meaning:
      'An entry is dated later than it was recorded, by more than `memory.futureSkewSecs`. It is kept as it is, and ordered by when it was recorded: a date in the future never wins.',
    mend: NOTHING,
  },
  journal_corrupt: {
    severity: 'error',
    meaning:
      'A record of the journal is damaged: its hash doesn’t prove it whole. It is left out; the others count.',
    mend: 'Bring the database back from a copy, if its text matters.',
  },
  large_custom_metadata: {
    severity: 'warning',
    meaning: 'An entry has more than 10 KB of custom metadata.',
    mend: 'Make it a note, and link that.',
  },
  missing_config: {
    severity: 'error',
    meaning:
      '`.varve/config.json` is gone. It holds the project’s id, by which a moved folder finds its memory.',
    mend: '`varve doctor --fix` makes it again.',
  },
  missing_directory: {
    severity: 'error',
    meaning: '`.varve` is gone from the top of the project.',
    mend: '`varve doctor --fix` makes it again.',
  },
  missing_field: {
    severity: 'error',
    meaning: 'An entry is of a type whose entries are notes, and has no title.',
    mend: '`varve doctor --fix` takes the first words of its text.',
  },
  near_duplicate: {
    severity: 'info',
    meaning: 'Two shown entries say about the same. Only `varve doctor --duplicates` looks.',
    mend: '`varve compact apply <keep> --note <other> --kind duplicates`, if they do.',
  },
  note_complexity: {
    severity: 'info',
    meaning: 'A note has more than 1500 words or 50 paragraphs.',
    mend: 'Split it, if it is several.',
  },
  orphaned_attachment: {
    severity: 'warning',
    meaning: 'A file in the attachments of a store is shown by no note.',
    mend: 'Show it somewhere, or delete it.',
  },
  orphaned_tag_alias: {
    severity: 'warning',
    meaning: '`config.toml` of a store gives another name to a tag that no entry has.',
    mend: 'Correct the store’s `config.toml` and import it again.',
  },
  outbox_damaged: {
    severity: 'error',
    meaning:
      'A file of `.varve/outbox/` is no whole record: it doesn’t prove whole by its hash. It keeps its bytes under a name that ends in `.damaged`; the others were taken in.',
    mend: 'Look at it, say again what it held, and remove it.',
  },
  outbox_taken: {
    severity: 'info',
    meaning:
      'Records that a sandboxed writer had left in `.varve/outbox/` are in the store now. Told by the command that took them in.',
    mend: NOTHING,
  },
  outbox_waiting: {
    severity: 'warning',
    meaning:
      'A record waits in `.varve/outbox/`: this process may not write the store, or the record is of another project, of a newer Varve, or came with the repository. Told by the command that put it there, too.',
    mend: 'Run any command where the store can be written.',
  },
  refused_merge: {
    severity: 'warning',
    meaning:
      'The guard of today would refuse a merge that is stored: a text was changed since, or a rule. Where a person called two entries duplicates, it is only an `info`.',
    mend: '`varve compact remove <top> --note <under>` takes the merge back; or correct the merged text with `varve edit <top>`.',
  },
  secret_in_store: {
    severity: 'error',
    meaning:
      'Today’s rules find a secret in a text that was stored before. Only `varve doctor --secrets` looks; the value is never printed.',
    mend: '`varve purge <id> --reason secret`, of what was said in a session `varve purge --part <id>`; and change the secret.',
  },
  semantic_link_misuse: {
    severity: 'warning',
    meaning: 'An entry is linked to itself, or entries are part of or follow one another in a circle.',
    mend: 'Remove the link that is wrong: each is named.',
  },
  shared_file_system: {
    severity: 'warning',
    meaning: 'The store lies on a network file system, where locks can’t be relied on.',
    mend: 'Point `VARVE_HOME` at a folder on a local disk.',
  },
  suspicious_entry: {
    severity: 'warning',
    meaning:
      'A text that no person said would do harm if it were followed: it sends data to an address, runs a script from elsewhere, tells its reader to ignore rules. It is kept from agents and never promoted by itself.',
    mend: '`varve review accept <id>` where it is right, `varve review reject <id>` where it is not.',
  },
  state_drift: {
    severity: 'error',
    meaning: 'The state that is kept differs from what the journal adds up to.',
    mend: '`varve doctor --fix` folds the journal again. Nothing is lost by that.',
  },
  store_invalid: {
    severity: 'error',
    meaning: 'The database file itself is damaged.',
    mend: '`varve doctor --fix` keeps the file under another name and takes over every record that proves whole.',
  },
  store_out_of_reach: {
    severity: 'warning',
    meaning:
      'This process may not look into Varve’s own folder, so nothing of the memory is shown. Told by the command that was run.',
    mend: 'Let the sandbox read the folder, or point `VARVE_HOME` at one that it may.',
  },
  unknown_link_type: {
    severity: 'warning',
    meaning: 'Links have a type that `config.toml` of their store doesn’t name.',
    mend: 'Name the type there, or link them by another.',
  },
  unknown_type: {
    severity: 'warning',
    meaning: 'A note has a type that `config.toml` of its store doesn’t name.',
    mend: 'Name the type there, or `varve edit <id> --type <known>`.',
  },
}
