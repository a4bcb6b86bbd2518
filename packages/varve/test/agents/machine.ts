import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type AgentName, type Machine, PARTS, type Part, type Scope } from '../../src/agents/agent.ts'
import { getAgent } from '../../src/agents/agents.ts'
import { applyAgentPlan } from '../../src/agents/apply-agent-plan.ts'
import { checkAgents } from '../../src/agents/check-agents.ts'
import { planInstall } from '../../src/agents/plan-install.ts'
import { planUninstall } from '../../src/agents/plan-uninstall.ts'
import { readInstalls } from '../../src/agents/record/install-record.ts'

export interface InstallOptions {
  readonly scope?: Scope
  readonly parts?: readonly Part[]
  readonly force?: boolean
}

/** A computer of one user with one project, thrown away afterwards. */
export class TestMachine {
  readonly folder: string
  readonly home: string
  readonly project: string
  readonly machine: Machine

  constructor({ homeName = 'home', ...machine }: Partial<Machine> & { readonly homeName?: string } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'varve-agents-'))
    this.home = join(this.folder, homeName)
    this.project = join(this.folder, 'project')
    mkdirSync(this.home)
    mkdirSync(this.project)
    const program = join(this.folder, 'varve.mjs')
    writeFileSync(program, '')
    this.machine = {
      env: {},
      platform: 'linux',
      userHome: this.home,
      varveHome: join(this.home, '.local/share/varve'),
      projectTop: this.project,
      node: process.execPath,
      hookProgram: { path: program, words: ['hook'] },
      hasMcp: true,
      ...machine,
    }
  }

  plan(name: AgentName, { scope = 'user', parts = PARTS, force = false }: InstallOptions = {}) {
    return planInstall({ agents: [getAgent(name)], scope, parts, force }, this.machine, this.installs())
  }

  install(name: AgentName, options: InstallOptions = {}) {
    const plan = this.plan(name, options)
    applyAgentPlan(plan, this.machine.varveHome)
    return plan.changes
  }

  uninstall(name: AgentName, scope?: Scope) {
    const plan = planUninstall({ agents: [getAgent(name)], scope }, this.machine, this.installs())
    applyAgentPlan(plan, this.machine.varveHome)
    return plan
  }

  check() {
    return checkAgents(this.machine, this.installs())
  }

  installs() {
    return readInstalls(this.machine.varveHome)
  }

  /** As if what was installed had been lost track of. */
  forget(): void {
    rmSync(join(this.machine.varveHome, 'installs.json'), { force: true })
  }

  /** Writes a file of the home or the project: `home/.claude/settings.json`. */
  write(path: string, text: string, mode?: number): string {
    const file = this.path(path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (mode !== undefined) chmodSync(file, mode)
    return file
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8')
  }

  path(path: string): string {
    return path.replace(/^home\b/, this.home).replace(/^project\b/, this.project)
  }

  /** Everything that lies there with its bytes and permissions, but for what is Varve's own. */
  snapshot(): Readonly<Record<string, string>> {
    const own = ['.local', '.local/share'].map((name) => join(this.home, name))
    const paths = [this.home, this.project].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    const others = paths
      .filter((path) => !path.startsWith(this.machine.varveHome) && !own.includes(path))
      .sort()
    return Object.fromEntries(others.map((path) => [path.slice(this.folder.length + 1), describePath(path)]))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function describePath(path: string): string {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  if (stat.isDirectory()) return 'folder'
  return `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`
}
