import type { ErrorCode } from '@varve/core'

/** What a page says of an error. A code that has none doesn't compile. */
export interface ErrorDoc {
  readonly when: string
  readonly mend: string
}

export const ERROR_DOCS: Readonly<Record<ErrorCode, ErrorDoc>> = {
  usage: {
    when: 'An argument is missing, given twice, or has no place; or a question was not confirmed.',
    mend: 'The error ends in a command line that is right: start from that.',
  },
  unknown_command: {
    when: 'There is no such command.',
    mend: '`varve --help` lists them; a near miss is named.',
  },
  unknown_flag: {
    when: 'The command has no such flag.',
    mend: '`varve <command> --help` lists its flags; a near miss is named.',
  },
  unknown_format: {
    when: 'No output, import or export format has this name.',
    mend: 'Choose one that the error names; [formats](formats.md) has them all.',
  },
  invalid_value: {
    when: 'A value is out of range, no date, no id, too large, an unknown category, or a text without letter or digit.',
    mend: 'The error names what is allowed.',
  },
  not_found: {
    when: 'No entry, record, file or folder has this name; or there is nothing to undo.',
    mend: '`varve list --raw` shows every entry, `varve log` every record.',
  },
  ambiguous_id: {
    when: 'Several ids begin like this.',
    mend: 'Give more characters; the error lists the candidates.',
  },
  not_a_digest: {
    when: 'A command on digests was given an entry that stands in for nothing.',
    mend: 'Name the entry that stands in.',
  },
  unknown_layer: {
    when: 'No layer has this name.',
    mend: 'Choose one that the error names.',
  },
  lineage: {
    when: 'A stand-in that was asked for would break a rule: an entry over itself, under two digests, or in a circle; or a digest is to be refreshed and was not looked at.',
    mend: 'Run the command that the error names, or take the other edge away first.',
  },
  store_missing: {
    when: 'The store is to be read only, and there is none.',
    mend: '`varve init`, or any command that writes.',
  },
  store_invalid: {
    when: 'The database is damaged, ends too early, or belongs to another program. It is never written to.',
    mend: '`varve doctor --fix` keeps the file under another name and takes over every record that proves whole.',
  },
  store_newer: {
    when: 'A newer Varve has written the store. It is neither read nor changed.',
    mend: 'Update Varve.',
  },
  config_invalid: {
    when: 'A configuration file is no JSON, holds a value that isn’t allowed, or names a counter that isn’t installed. The file is left as it is.',
    mend: 'Correct the keys that the error names; `varve doctor --config` checks again.',
  },
  project_ambiguous: {
    when: 'What identifies this folder points at two projects, or the store at hand is another project’s. Varve doesn’t guess.',
    mend: 'Say which: `project.id` in `.varve/config.json`.',
  },
  team_missing: {
    when: 'No team is configured, or no token for one over HTTP; or its server has no schema of Varve’s, or an older one than this program needs.',
    mend: 'Set `VARVE_TEAM_URL` (and `VARVE_TEAM_TOKEN` for `https://`), or `team.url` and `team.token` in your own configuration; `varve team create` makes the schema.',
  },
  team_refused: {
    when: 'The team’s server doesn’t let this user do that, or knows nobody of that name in the project; or the token is wrong, revoked or too old.',
    mend: '`varve team status` says who you are there; an owner lets you in by `varve team member add`.',
  },
  team_unreachable: {
    when: 'The team’s server doesn’t answer, or answered with less than it said. What was to be sent is kept.',
    mend: 'Run `varve knowledge sync` again when it can be reached.',
  },
  host_file_invalid: {
    when: 'A file of an agent can’t be edited without guessing: it is no JSON or TOML, has a name twice, or has a damaged mark of ours.',
    mend: 'Nothing was written. Mend the file where the error says, or paste what it shows.',
  },
  host_file_conflict: {
    when: 'A file of an agent has something else where ours should go, may only be read, was changed by hand, or is a link out of the project.',
    mend: 'Nothing was written. `varve install <agent> --dry-run` shows what is wanted; `--force` replaces whole files, and keeps a copy.',
  },
  unknown_task: {
    when: 'An answer was given to a task that nobody was handed.',
    mend: '`varve work next` hands out tasks.',
  },
  bad_answer: {
    when: 'The answer to a task has no JSON object, is not of its schema, or is too long. The error says where.',
    mend: 'Give the answer again, as `answer_schema` of the task says.',
  },
  stale_task: {
    when: 'What a task is about changed since it was handed out, or somebody else did it.',
    mend: '`varve work next` hands it out again as it is now.',
  },
  stale_plan: {
    when: 'What a plan was made from has changed since. Nothing was applied.',
    mend: 'Run the command again.',
  },
  undo_conflict: {
    when: 'Later work depends on the record; or it is undone already, is no undo, or lost its text to a purge.',
    mend: '`varve undo <record> --cascade` takes the later work along, `--keep-edits` leaves it and takes back the rest; the error names the work.',
  },
  busy: {
    when: 'Another process held the write lock for longer than five seconds. The error names it.',
    mend: 'Run the command again.',
  },
  disk_full: {
    when: 'No space was left. Nothing was changed.',
    mend: 'Make room, and run the command again.',
  },
  read_only: {
    when: 'The store or a folder can’t be written, or an older store may only be read.',
    mend: 'Make it writable, or point `VARVE_HOME` at a folder that is.',
  },
  unreadable: {
    when: 'A file can’t be read or written, for a reason other than permission or space.',
    mend: 'The error names the file and the system’s code for it.',
  },
  budget_too_small: {
    when: 'A budget has no room for what must be shown in any case. `varve compact` reports it as an [issue](issues.md) instead.',
    mend: 'Raise the budget.',
  },
  internal: {
    when: 'Something that can’t be. It is a fault of Varve’s.',
    mend: 'Run it again with `VARVE_DEBUG=1`, and report what it prints.',
  },
}
