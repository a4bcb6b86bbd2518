/** A command that a person gave to the host. */
export interface SlashCommand {
  /** With what was typed behind it: `/review 158`. */
  readonly typed: string
  /** Nothing was typed behind it. */
  readonly isBare: boolean
}

const COMMAND = /^\s*<command-(?:name|message)>/
const NAME = /<command-name>\s*\/?([^<\s][^<]*?)\s*<\/command-name>/
const ARGS = /<command-args>([\s\S]*?)<\/command-args>/

/** The command that a text of the host's echoes; undefined where it echoes none. */
export function parseSlashCommand(text: string): SlashCommand | undefined {
  if (!COMMAND.test(text)) return undefined
  const name = NAME.exec(text)?.[1]
  if (name === undefined) return undefined
  const args = ARGS.exec(text)?.[1]?.trim() ?? ''
  return { typed: `/${name} ${args}`.trimEnd(), isBare: args === '' }
}
