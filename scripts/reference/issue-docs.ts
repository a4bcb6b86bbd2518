import type { Severity } from '@varve/core'

/** What a page says of an issue. */
export interface IssueDoc {
  /** Where it is reported. */
  readonly from: 'compact' | 'context' | 'doctor' | 'search' | 'import' | 'config' | 'transcript' | 'window'
  readonly severity: Severity
  readonly meaning: string
  readonly mend: string
}

const NOTHING = 'Nothing has to be done.'
const SAY_WHICH =
  'Say which holds: `varve edit <id> --retract` the other, or `varve add "…" --supersedes <id>`.'
const WITHDRAW =
  '`varve edit <top> --retract --reopen` withdraws what the top stands for; `varve edit <top> --restore` brings the top itself back.'

/** By code. A code of the sources that is missing here fails a test. */
export const ISSUE_DOCS: Readonly<Record<string, IssueDoc>> = {
  ambiguous_reference: {
    from: 'import',
    severity: 'info',
    meaning: 'A link names several notes, equally near. The first by path was taken.',
    mend: 'Write the path of the one that is meant: `[[folder/note]]`.',
  },
  bad_entry: {
    from: 'import',
    severity: 'warning',
    meaning:
      'A file or a line could not be made an entry. It lies in quarantine, whole, with file, line and byte; the rest of the import went on. In `varve doctor` it is an error.',
    mend: 'Correct the source and import it again. The quarantine keeps the item as it stood.',
  },
  bare_link_list: {
    from: 'doctor',
    severity: 'info',
    meaning: 'A collection lists links and says nothing of them.',
    mend: '`varve edit <id>`: say what each is for.',
  },
  broken_attachment: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'A note shows a file that is not there.',
    mend: 'Bring the file back, or `varve edit <id>`.',
  },
  broken_link: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'A link leads to an entry that is not here. It is kept, and works when that arrives.',
    mend: 'Import what is missing, or `varve link remove`.',
  },
  broken_symlink: {
    from: 'import',
    severity: 'info',
    meaning: 'A symbolic link in the folder leads to nothing.',
    mend: NOTHING,
  },
  budget_too_small: {
    from: 'compact',
    severity: 'warning',
    meaning: 'The index has no room for its own header, so no entry is in it.',
    mend: 'Raise `memory.autoInjectTokenBudget`.',
  },
  concurrent_edit: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'Two writers changed one field apart. The later is shown; the other text is in the history.',
    mend: '`varve show <id> --history`, then `varve edit <id>`: whoever has seen both decides.',
  },
  contradiction: {
    from: 'compact',
    severity: 'warning',
    meaning: 'Two entries of one key say different things. The latest is shown, the other is hidden.',
    mend: SAY_WHICH,
  },
  dangling_supersedes: {
    from: 'compact',
    severity: 'info',
    meaning: 'An entry replaces one that is not here. It takes effect by itself when that one arrives.',
    mend: NOTHING,
  },
  digest_larger: {
    from: 'doctor',
    severity: 'info',
    meaning: 'A digest is larger than what it stands in for.',
    mend: '`varve compact report <id>`, then write it shorter.',
  },
  duplicate_file: {
    from: 'import',
    severity: 'info',
    meaning: 'Two files hold the same entry. It was taken in once.',
    mend: NOTHING,
  },
  duplicate_id: {
    from: 'import',
    severity: 'error',
    meaning: 'Two different items have one id. Both were taken in; the second got an id of its own.',
    mend: '`varve show <id> --raw`, then retract what is wrong.',
  },
  duplicate_source: {
    from: 'import',
    severity: 'info',
    meaning: 'The file of a digest lists a source twice. It counts once.',
    mend: '`varve doctor --fix` lists it once, and an export writes that.',
  },
  duplicate_row: {
    from: 'import',
    severity: 'info',
    meaning: 'A row is in the file twice. It was taken in once.',
    mend: NOTHING,
  },
  empty_digest: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'A digest has no text that could be shown for what it stands in for.',
    mend: '`varve edit <id>`: give it a summary.',
  },
  empty_moc: {
    from: 'doctor',
    severity: 'info',
    meaning: 'A collection has no links.',
    mend: '`varve link add <id> <other> --type has-part`',
  },
  file_too_large: {
    from: 'import',
    severity: 'warning',
    meaning: 'A file has more than 512 MiB and was not read.',
    mend: 'Split it.',
  },
  floor_reached: {
    from: 'window',
    severity: 'info',
    meaning:
      'All that may be left out of a window is left out, and it is still above the target: what is pinned, recent or of the user stays.',
    mend: 'A higher target, fewer pins, or the compaction of the host.',
  },
  guard_findings: {
    from: 'compact',
    severity: 'warning',
    meaning: 'The text of a digest says something that its sources do not, or leaves out what they say.',
    mend: '`varve edit <digest>`; where the text is right as it is, nothing. `compact apply --strict` refuses such a digest.',
  },
  host_edit: {
    from: 'transcript',
    severity: 'info',
    meaning:
      "The agent sent far fewer tokens than the call before and its transcript says nothing of a rewrite: what it saw from then on isn't known for sure.",
    mend: NOTHING,
  },
  index_stale: {
    from: 'compact',
    severity: 'info',
    meaning:
      'The index on disk was made from an older memory, and `memory.autoCompact` is off, so it was served as it is.',
    mend: '`varve compact`, or `varve doctor --fix`',
  },
  invalid_frontmatter: {
    from: 'import',
    severity: 'warning',
    meaning:
      'The front matter is no YAML. Its text was kept as it is. A note of a qipu store without sound front matter, id and title is quarantined, which is an error.',
    mend: 'Correct it and import the file again.',
  },
  invalid_value: {
    from: 'import',
    severity: 'error',
    meaning:
      'A value is no whole number from 0 to 100, or a date is none. It is kept and counts for nothing.',
    mend: 'Correct the file and import it again; or `varve doctor --fix`, which takes the value away.',
  },
  journal_corrupt: {
    from: 'doctor',
    severity: 'error',
    meaning:
      'A record of the journal is damaged: its hash doesn’t prove it whole. It is left out; the others count.',
    mend: 'Bring the database back from a copy, if its text matters.',
  },
  large_custom_metadata: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'An entry has more than 10 KB of custom metadata.',
    mend: 'Make it a note, and link that.',
  },
  lineage_clock_skew: {
    from: 'compact',
    severity: 'warning',
    meaning:
      'Entries replace one another in a circle because of their dates, not because anybody said so. The latest is shown.',
    mend: SAY_WHICH,
  },
  lineage_cycle: {
    from: 'compact',
    severity: 'error',
    meaning:
      'Entries stand in for one another in a circle. Of entries that replace one another the latest is shown; other edges of the circle are ignored.',
    mend: WITHDRAW,
  },
  lineage_fork: {
    from: 'compact',
    severity: 'warning',
    meaning: 'Two entries replace the same one. Both are shown, marked.',
    mend: SAY_WHICH,
  },
  lineage_mismatch: {
    from: 'import',
    severity: 'info',
    meaning:
      'A LeanSpec entry says what it was merged into, and that one doesn’t list it. The edge was taken in.',
    mend: NOTHING,
  },
  link_outside: {
    from: 'import',
    severity: 'info',
    meaning: 'A symbolic link leads out of the folder and was not followed.',
    mend: 'Import what it leads to by its own path.',
  },
  malformed_supersedes: {
    from: 'import',
    severity: 'warning',
    meaning: '`supersedes` of a LeanSpec entry names no ids. It was kept and not followed.',
    mend: 'Correct the file and import it again.',
  },
  merge_dissolved: {
    from: 'compact',
    severity: 'warning',
    meaning:
      'A source of a merged entry was replaced, retracted or is missing, so the merged text no longer says what its sources say. It is hidden and the living sources are shown again.',
    mend: 'Nothing has to be done; state what still holds anew, or retract the merged entry.',
  },
  misplaced_config_key: {
    from: 'config',
    severity: 'warning',
    meaning: 'A key stands in a file in which it means nothing.',
    mend: 'Move it to the file that the message names.',
  },
  missing_config: {
    from: 'doctor',
    severity: 'error',
    meaning:
      '`.varve/config.json` is gone. It holds the project’s id, by which a moved folder finds its memory.',
    mend: '`varve doctor --fix` makes it again.',
  },
  missing_directory: {
    from: 'doctor',
    severity: 'error',
    meaning: '`.varve` is gone from the top of the project.',
    mend: '`varve doctor --fix` makes it again.',
  },
  missing_field: {
    from: 'doctor',
    severity: 'error',
    meaning: 'An entry is of a type whose entries are notes, and has no title.',
    mend: '`varve doctor --fix` takes the first words of its text.',
  },
  missing_file: {
    from: 'import',
    severity: 'warning',
    meaning: 'The file that an entry was imported from is gone. What it said is kept.',
    mend: '`varve edit <id> --retract`, if it no longer holds.',
  },
  multiple_tops: {
    from: 'compact',
    severity: 'error',
    meaning:
      'Several digests or merged entries stand in for one entry. It is shown as if there were none; so are they.',
    mend: 'Retract all tops but one: `varve edit <top> --retract`.',
  },
  embedder_failed: {
    from: 'search',
    severity: 'warning',
    meaning: 'What tells meanings did not answer, or not as it should. The search was by words alone.',
    mend: NOTHING,
  },
  future_dated: {
    from: 'doctor',
    severity: 'info',
    meaning:
      'An entry is dated later than it was recorded, by more than `memory.futureSkewSecs`. It is kept as it is, and ordered by when it was recorded: a date in the future never wins.',
    mend: NOTHING,
  },
  naive_timestamp: {
    from: 'import',
    severity: 'info',
    meaning: 'A date has no time zone and was read as UTC.',
    mend: NOTHING,
  },
  near_duplicate: {
    from: 'doctor',
    severity: 'info',
    meaning: 'Two shown entries say about the same. Only `varve doctor --duplicates` looks.',
    mend: '`varve compact apply <keep> --note <other> --kind duplicates`, if they do.',
  },
  note_complexity: {
    from: 'doctor',
    severity: 'info',
    meaning: 'A note has more than 1500 words or 50 paragraphs.',
    mend: 'Split it, if it is several.',
  },
  orphaned_attachment: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'A file in the attachments of a store is shown by no note.',
    mend: 'Show it somewhere, or delete it.',
  },
  orphaned_tag_alias: {
    from: 'doctor',
    severity: 'warning',
    meaning: '`config.toml` of a store gives another name to a tag that no entry has.',
    mend: 'Correct the store’s `config.toml` and import it again.',
  },
  pack_damaged: {
    from: 'import',
    severity: 'warning',
    meaning:
      'The closing hash of a pack doesn’t fit what is before it: the file was cut or changed. What could be read was taken in.',
    mend: 'Export the pack again.',
  },
  reasserted: {
    from: 'compact',
    severity: 'warning',
    meaning: 'What was replaced was stated again later. Both are shown.',
    mend: SAY_WHICH,
  },
  own_text: {
    from: 'import',
    severity: 'info',
    meaning:
      'A file, or a part of it, is what Varve rendered from a memory: the index, a compacted category, a block that it keeps in an instruction file. It was not taken in again. A warning where such a block has no end.',
    mend: 'To keep what was written into a rendered file, put it into a file of its own. In fenced code such text counts as quoted, and is read.',
  },
  reference_outside: {
    from: 'import',
    severity: 'info',
    meaning: 'An instruction file takes in `@path` from outside the folder. That was not read.',
    mend: 'Import that file by its own path.',
  },
  refused_merge: {
    from: 'doctor',
    severity: 'warning',
    meaning:
      'The guard of today would refuse a merge that is stored: a text was changed since, or a rule. Where a person called two entries duplicates, it is only an `info`.',
    mend: '`varve compact remove <top> --note <under>` takes the merge back; or correct the merged text with `varve edit <top>`.',
  },
  retracted_top: {
    from: 'compact',
    severity: 'info',
    meaning: 'A digest was retracted, so what it stood in for is shown again.',
    mend: NOTHING,
  },
  secret_in_store: {
    from: 'doctor',
    severity: 'error',
    meaning:
      'Today’s rules find a secret in a text that was stored before. Only `varve doctor --secrets` looks; the value is never printed.',
    mend: '`varve purge <id> --reason secret`, and change the secret.',
  },
  self_lineage: {
    from: 'compact',
    severity: 'error',
    meaning: 'An entry stands in for itself. The edge is ignored.',
    mend: WITHDRAW,
  },
  self_reference: {
    from: 'import',
    severity: 'info',
    meaning: 'Entries of the import point at themselves. That was left out.',
    mend: NOTHING,
  },
  semantic_link_misuse: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'An entry is linked to itself, or entries are part of or follow one another in a circle.',
    mend: 'Remove the link that is wrong: each is named.',
  },
  setting_not_in_force: {
    from: 'config',
    severity: 'info',
    meaning:
      'A configuration file sets a key that is checked, but that nothing acts on in this version: what it is for is not built yet. The [settings](settings.md) say which keys these are.',
    mend: NOTHING,
  },
  shared_file_system: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'The store lies on a network file system, where locks can’t be relied on.',
    mend: 'Point `VARVE_HOME` at a folder on a local disk.',
  },
  sidecar_damaged: {
    from: 'import',
    severity: 'warning',
    meaning:
      '`.varve-lineage.json` beside the notes of a qipu store is no JSON. The notes were read without it.',
    mend: 'Bring it back from version control, or export the store again.',
  },
  stale_digest: {
    from: 'compact',
    severity: 'warning',
    meaning:
      'A digest rests on something that was changed, replaced, retracted or is missing. It stays until its author looks.',
    mend: '`varve compact report <digest>` says what changed; `varve edit <digest>`, then `varve compact apply <digest> --refresh`.',
  },
  state_drift: {
    from: 'doctor',
    severity: 'error',
    meaning: 'The state that is kept differs from what the journal adds up to.',
    mend: '`varve doctor --fix` folds the journal again. Nothing is lost by that.',
  },
  store_invalid: {
    from: 'doctor',
    severity: 'error',
    meaning: 'The database file itself is damaged.',
    mend: '`varve doctor --fix` keeps the file under another name and takes over every record that proves whole.',
  },
  too_many_files: {
    from: 'import',
    severity: 'info',
    meaning: 'The folder has more than 200,000 readable files; the rest was not read.',
    mend: 'Import its parts one by one.',
  },
  transcript_bad_line: {
    from: 'transcript',
    severity: 'warning',
    meaning:
      'A line is no whole JSON, such as the last one of a session that is still being written. What could be read of it was.',
    mend: NOTHING,
  },
  transcript_partial: {
    from: 'transcript',
    severity: 'info',
    meaning:
      'The format leaves out some of what the model saw. Good for learning and for a look, not for measuring.',
    mend: NOTHING,
  },
  transcript_tree: {
    from: 'transcript',
    severity: 'info',
    meaning:
      "Records hang off records that are not in the file, so the path that the model saw can't be told; the file was read in its order.",
    mend: NOTHING,
  },
  transcript_unknown: {
    from: 'transcript',
    severity: 'error',
    meaning: 'The content is no transcript of a kind that is known.',
    mend: 'Name the format, if it is one of those that the message lists.',
  },
  unknown_category: {
    from: 'import',
    severity: 'info',
    meaning: 'An entry’s category is none that is configured. It was kept as it is.',
    mend: 'Add it to `memory.categories`, or change the entry’s.',
  },
  outbox_damaged: {
    from: 'doctor',
    severity: 'error',
    meaning:
      'A file of `.varve/outbox/` is no whole record: it doesn’t prove whole by its hash. It keeps its bytes under a name that ends in `.damaged`; the others were taken in.',
    mend: 'Look at it, say again what it held, and remove it.',
  },
  outbox_taken: {
    from: 'doctor',
    severity: 'info',
    meaning:
      'Records that a sandboxed writer had left in `.varve/outbox/` are in the store now. Told by the command that took them in.',
    mend: NOTHING,
  },
  outbox_waiting: {
    from: 'doctor',
    severity: 'warning',
    meaning:
      'A record waits in `.varve/outbox/`: this process may not write the store, or the record is of another project, of a newer Varve, or came with the repository. Told by the command that put it there, too.',
    mend: 'Run any command where the store can be written.',
  },
  quarantine_unkept: {
    from: 'import',
    severity: 'warning',
    meaning:
      'An import that had to use the outbox found items that no entry could be made of. The outbox holds records alone.',
    mend: 'Import again where the store can be written.',
  },
  store_out_of_reach: {
    from: 'doctor',
    severity: 'warning',
    meaning:
      'This process may not look into Varve’s own folder, so nothing of the memory is shown. Told by the command that was run.',
    mend: 'Let the sandbox read the folder, or point `VARVE_HOME` at one that it may.',
  },
  unknown_confidence: {
    from: 'import',
    severity: 'warning',
    meaning: 'A confidence is none of low, medium and high. It was taken as medium.',
    mend: '`varve edit <id> --confidence high`',
  },
  unknown_config_key: {
    from: 'config',
    severity: 'warning',
    meaning: 'A configuration file sets a key that Varve doesn’t know.',
    mend: 'Correct it; the message names the nearest that is known.',
  },
  unknown_link_type: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'Links have a type that `config.toml` of their store doesn’t name.',
    mend: 'Name the type there, or link them by another.',
  },
  unknown_source: {
    from: 'compact',
    severity: 'error',
    meaning: 'An entry stands in for one that does not exist.',
    mend: WITHDRAW,
  },
  unknown_top: {
    from: 'compact',
    severity: 'error',
    meaning: 'What is said to stand in for an entry does not exist. The entry is shown.',
    mend: 'Import what is missing; the edge then takes effect.',
  },
  unknown_type: {
    from: 'doctor',
    severity: 'warning',
    meaning: 'A note has a type that `config.toml` of its store doesn’t name.',
    mend: 'Name the type there, or `varve edit <id> --type <known>`.',
  },
  unreadable: {
    from: 'import',
    severity: 'warning',
    meaning: 'A file or folder could not be opened. The rest was read.',
    mend: 'Make it readable and import it again.',
  },
  unread_setting: {
    from: 'import',
    severity: 'info',
    meaning: 'Lines of a store’s `config.toml` are of a kind that Varve doesn’t read. The file is kept.',
    mend: NOTHING,
  },
  unresolved_reference: {
    from: 'import',
    severity: 'info',
    meaning:
      'Entries of the import point at names that are no entries. A link between notes takes effect when a note of that name is imported.',
    mend: NOTHING,
  },
  withheld: {
    from: 'context',
    severity: 'warning',
    meaning: 'An entry that was asked for by name is quarantined or retracted: it is put before no agent.',
    mend: '`varve show <id> --raw` shows it to you; `varve review` settles what is quarantined.',
  },
}
