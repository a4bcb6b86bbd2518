import { type IssueDocs, NOTHING } from './issue-doc.ts'

export const IMPORT_ISSUES: IssueDocs = {
  ambiguous_reference: {
    severity: 'info',
    meaning: 'A link names several notes, equally near. The first by path was taken.',
    mend: 'Write the path of the one that is meant: `[[folder/note]]`.',
  },
  bad_entry: {
    severity: 'warning',
    meaning:
      'A file or a line could not be made an entry. It lies in quarantine, whole, with file, line and byte; the rest of the import went on. In `varve doctor` it is an error.',
    mend: 'Correct the source and import it again. The quarantine keeps the item as it stood.',
  },
  broken_symlink: {
    severity: 'info',
    meaning: 'A symbolic link in the folder leads to nothing.',
    mend: NOTHING,
  },
  duplicate_file: {
    severity: 'info',
    meaning: 'Two files hold the same entry. It was taken in once.',
    mend: NOTHING,
  },
  duplicate_id: {
    severity: 'error',
    meaning: 'Two different items have one id. Both were taken in; the second got an id of its own.',
    mend: '`varve show <id> --raw`, then retract what is wrong.',
  },
  duplicate_row: {
    severity: 'info',
    meaning: 'A row is in the file twice. It was taken in once.',
    mend: NOTHING,
  },
  duplicate_source: {
    severity: 'info',
    meaning: 'The file of a digest lists a source twice. It counts once.',
    mend: '`varve doctor --fix` lists it once, and an export writes that.',
  },
  file_too_large: {
    severity: 'warning',
    meaning: 'A file has more than 512 MiB and was not read.',
    mend: 'Split it.',
  },
  invalid_frontmatter: {
    severity: 'warning',
    meaning:
      'The front matter is no YAML. Its text was kept as it is. A note of a qipu store without sound front matter, id and title is quarantined, which is an error.',
    mend: 'Correct it and import the file again.',
  },
  invalid_value: {
    severity: 'error',
    meaning:
      'A value is no whole number from 0 to 100, or a date is none. It is kept and counts for nothing.',
    mend: 'Correct the file and import it again; or `varve doctor --fix`, which takes the value away.',
  },
  lineage_mismatch: {
    severity: 'info',
    meaning:
      'A LeanSpec entry says what it was merged into, and that one doesn’t list it. The edge was taken in.',
    mend: NOTHING,
  },
  link_outside: {
    severity: 'info',
    meaning: 'A symbolic link leads out of the folder and was not followed.',
    mend: 'Import what it leads to by its own path.',
  },
  malformed_supersedes: {
    severity: 'warning',
    meaning: '`supersedes` of a LeanSpec entry names no ids. It was kept and not followed.',
    mend: 'Correct the file and import it again.',
  },
  missing_file: {
    severity: 'warning',
    meaning: 'The file that an entry was imported from is gone. What it said is kept.',
    mend: '`varve edit <id> --retract`, if it no longer holds.',
  },
  naive_timestamp: {
    severity: 'info',
    meaning: 'A date has no time zone and was read as UTC.',
    mend: NOTHING,
  },
  other_projects: {
    severity: 'info',
    meaning:
      'The database of claude-mem holds other projects too, named here. What is of this one, by the name of its folder, was taken in.',
    mend: 'For a folder that had another name then: claude-mem’s export with `--project=<that name>`, and import that file.',
  },
  own_text: {
    severity: 'info',
    meaning:
      'A file, or a part of it, is what Varve rendered from a memory: the index, a compacted category, a block that it keeps in an instruction file. It was not taken in again. A warning where such a block has no end.',
    mend: 'To keep what was written into a rendered file, put it into a file of its own. In fenced code such text counts as quoted, and is read.',
  },
  pack_damaged: {
    severity: 'warning',
    meaning:
      'The closing hash of a pack doesn’t fit what is before it: the file was cut or changed. What could be read was taken in.',
    mend: 'Export the pack again.',
  },
  quarantine_unkept: {
    severity: 'warning',
    meaning:
      'An import that had to use the outbox found items that no entry could be made of. The outbox holds records alone.',
    mend: 'Import again where the store can be written.',
  },
  reference_outside: {
    severity: 'info',
    meaning: 'An instruction file takes in `@path` from outside the folder. That was not read.',
    mend: 'Import that file by its own path.',
  },
  self_reference: {
    severity: 'info',
    meaning: 'Entries of the import point at themselves. That was left out.',
    mend: NOTHING,
  },
  sidecar_damaged: {
    severity: 'warning',
    meaning:
      '`.varve-lineage.json` beside the notes of a qipu store is no JSON. The notes were read without it.',
    mend: 'Bring it back from version control, or export the store again.',
  },
  too_many_files: {
    severity: 'info',
    meaning: 'The folder has more than 200,000 readable files; the rest was not read.',
    mend: 'Import its parts one by one.',
  },
  unknown_category: {
    severity: 'info',
    meaning: 'An entry’s category is none that is configured. It was kept as it is.',
    mend: 'Add it to `memory.categories`, or change the entry’s.',
  },
  unknown_confidence: {
    severity: 'warning',
    meaning: 'A confidence is none of low, medium and high. It was taken as medium.',
    mend: '`varve edit <id> --confidence high`',
  },
  unread_setting: {
    severity: 'info',
    meaning: 'Lines of a store’s `config.toml` are of a kind that Varve doesn’t read. The file is kept.',
    mend: NOTHING,
  },
  unreadable: {
    severity: 'warning',
    meaning: 'A file or folder could not be opened. The rest was read.',
    mend: 'Make it readable and import it again.',
  },
  unresolved_reference: {
    severity: 'info',
    meaning:
      'Entries of the import point at names that are no entries. A link between notes takes effect when a note of that name is imported.',
    mend: NOTHING,
  },
  session_file: {
    severity: 'info',
    meaning: 'A file is an agent’s record of a session. What was said in it was not taken in as knowledge.',
    mend: '`varve session import <file>` takes it in as a session; `varve learn` learns from it.',
  },
}
