import { type IssueDocs, NOTHING } from './issue-doc.ts'

export const AGENT_ISSUES: IssueDocs = {
  agent_hook_fails: {
    severity: 'error',
    meaning:
      'A hook, started as its agent would start it, ended with an error or printed something of its own.',
    mend: '`varve install <agent>`; where it prints, look for what your shell prints at its start.',
  },
  agent_hooks_off: {
    severity: 'warning',
    meaning:
      'The settings of the agent say that it runs no hooks: it neither shows the memory nor tells it anything.',
    mend: 'Take the setting out of the file that the message names.',
  },
  agent_launcher_broken: {
    severity: 'error',
    meaning: 'What the hooks of agents start has moved. They stay silent, so nothing else would tell.',
    mend: '`varve install <agent>`',
  },
  agent_part_changed: {
    severity: 'warning',
    meaning: 'A file that an install wrote was changed by hand since.',
    mend: 'Nothing, where that was meant. `varve install <agent> --force` puts ours there again and keeps a copy.',
  },
  agent_part_missing: {
    severity: 'error',
    meaning: 'What an install put into a file of an agent is no longer there, or the file is gone.',
    mend: '`varve install <agent>` puts it there again; `varve uninstall <agent>` takes the rest out.',
  },
  agent_part_outdated: {
    severity: 'warning',
    meaning: 'What is installed in an agent was written by an older version.',
    mend: '`varve install <agent>`',
  },
  host_file_invalid: {
    severity: 'error',
    meaning: 'A file of an agent in which something is installed can no longer be read.',
    mend: 'Mend the file where the message says: the agent can’t read it either.',
  },
  task_parked: {
    severity: 'info',
    meaning:
      'A task of `varve work next` was answered wrongly in three leases on end. It waits until it asks something else.',
    mend: NOTHING,
  },
  agent_plugin_enabled: {
    severity: 'info',
    meaning:
      'The plugin of Varve is enabled in the agent, which brings hooks along. `varve install` leaves them out then.',
    mend: NOTHING,
  },
  agent_server_fails: {
    severity: 'error',
    meaning:
      'The server of tools, started as agents would start it, was not found, printed something of its own, or listed no tools.',
    mend: 'Have the `varve` command on the path that the agent has: `npm install --global varve`.',
  },
}
