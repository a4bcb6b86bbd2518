import { issueOrder, recordHeader, recordLine } from '@varve/core'
import { AGENT_NAMES, type Machine } from '../../agents/agent.ts'
import { AGENTS } from '../../agents/agents.ts'
import { checkAgents, type Installation, listInstallations } from '../../agents/check-agents.ts'
import { detectAgents } from '../../agents/detect-agents.ts'
import { readInstalls } from '../../agents/record/install-record.ts'
import type { OperationResult } from '../operation.ts'
import { chooseAgents } from './choose-agents.ts'

/** What is installed in which agent, and what is wrong with it. */
export function installStatus(word: string | undefined, machine: Machine): OperationResult {
  const agents = word === undefined || word === 'all' ? AGENTS : chooseAgents('install', word, machine)
  const installs = readInstalls(machine.varveHome)
  const present = detectAgents(machine)
  const rows = agents.map((agent) => ({
    agent,
    isPresent: present.includes(agent),
    installed: listInstallations(machine, installs).filter((one) => one.agent === agent),
  }))
  const issues = checkAgents(machine, installs)
    .filter(
      ({ subjects: [subject] }) =>
        !isOther(
          subject,
          agents.map(({ name }) => name),
        ),
    )
    .toSorted(issueOrder)
  return {
    json: {
      agents: rows.map(({ agent, isPresent, installed }) => ({
        agent: agent.name,
        present: isPresent,
        installed: installed.map(asJson),
      })),
      issues,
    },
    human: `${rows.map(({ agent, isPresent, installed }) => `${agent.name.padEnd(11)}  ${inWords(isPresent, installed)}`).join('\n')}\n`,
    records: `${[
      recordHeader('install.status', { issues: issues.length }),
      ...rows.map(({ agent, isPresent, installed }) =>
        recordLine('D', ['agent', agent.name], {
          present: isPresent,
          installed: installed.map(({ scope, parts }) => `${scope}:${parts.join(',')}`).join(' '),
        }),
      ),
    ].join('\n')}\n`,
    issues,
    exit: issues.some(({ severity }) => severity === 'error') ? 3 : 0,
  }
}

function asJson({ scope, parts, files }: Installation): object {
  return { scope, parts, files: files.map(({ path }) => path) }
}

function inWords(isPresent: boolean, installed: readonly Installation[]): string {
  if (installed.length > 0)
    return installed.map(({ scope, parts }) => `${scope}: ${parts.join(', ')}`).join('; ')
  return isPresent ? 'not installed' : 'not found here'
}

/** An issue of an agent that wasn't asked for. */
function isOther(subject: string | undefined, asked: readonly string[]): boolean {
  return AGENT_NAMES.some((name) => name === subject) && !asked.includes(subject ?? '')
}
