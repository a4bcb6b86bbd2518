/**
 * Whether a person may have typed a text that a host sends as the user's. Hosts send reminders, instruction
 * files, hook output and the echo of commands in the same role; each wraps them whole in markup of its own.
 */
export function isTypedText(text: string): boolean {
  const start = text.trimStart()
  return start !== '' && !WRITTEN_BY_HOSTS.test(start)
}

const WRITTEN_BY_HOSTS = new RegExp(
  `^(?:<(?:${[
    'system[-_]reminder',
    'varve-context',
    'command-name',
    'command-message',
    'command-args',
    'local-command-[a-z]+',
    'bash-(?:input|stdout|stderr)',
    'user-prompt-submit-hook',
    'session-start-hook',
    'task-notification',
    'environment_context',
    'user_instructions',
    'user_info',
    'permissions instructions',
    'turn_aborted',
    'subagent_notification',
    'INSTRUCTIONS',
  ].join('|')})>|\\[Request interrupted|# AGENTS\\.md instructions for |Caveat: The messages below)`,
)
