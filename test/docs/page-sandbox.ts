import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { BIN, NODE, ROOT, Sandbox } from '../scenarios/sandbox.ts'
import { plainLines } from './plain-lines.ts'
import { replaceWildcards, shapeOf } from './wildcards.ts'

/** The places that pages speak of. */
const SHOWN_HOME = '/home/ada/.local/share/varve'
const SHOWN_USER = '/home/ada'
const SHOWN_PROJECT = '/home/ada/src/acme-shop'

/** Fixed, so that the ids of what is imported, and with them the order of lists, are the same at each run. */
const PROJECT_ID = '5f0c1e2a-9b7d-4c36-8a14-d2e7b0c95f31'
const DAY = '2026-03-09T08:00:00Z'

export interface BlockRun {
  readonly status: number | null
  /** Standard output and error as a terminal shows them, with the places that pages speak of. */
  readonly output: string
}

/**
 * The example project as a reader of a page would have it: in a repository of its own, with `varve`
 * on the path. An id that a page shows stands for the one that the run gave in its place.
 */
export class PageSandbox {
  readonly #sandbox = new Sandbox()
  readonly #shims = join(this.#sandbox.folder, 'bin')
  readonly #meant = new Map<string, string>()

  constructor() {
    const { project } = this.#sandbox
    cpSync(join(ROOT, 'examples/acme-shop'), project, { recursive: true })
    this.#sandbox.write(
      '.varve/config.json',
      `${JSON.stringify({ project: { id: PROJECT_ID } }, undefined, 2)}\n`,
    )
    mkdirSync(this.#shims)
    const shim = join(this.#shims, 'varve')
    writeFileSync(shim, `#!/bin/sh\nexec ${JSON.stringify(NODE)} ${JSON.stringify(BIN)} "$@"\n`)
    chmodSync(shim, 0o755)
    const made = this.run('git init -q -b main && git add . && git commit -q -m "The shop"')
    if (made.status !== 0) throw new Error(`no repository could be made: ${made.output}`)
  }

  /**
   * Plain commands are answered by a thread at a tenth of the cost, from the sources that the scenarios prove the
   * built command by; pipes, variables, installs and all else are run by a shell with the built one.
   */
  run(script: string): BlockRun {
    const meant = this.#asMeant(script)
    const commands = plainLines(meant)
    const { status, output } = commands === undefined ? this.#inShell(meant) : this.#inThread(commands)
    return { status, output: this.#asShown(output) }
  }

  #inShell(script: string): BlockRun {
    const { status, stdout } = spawnSync('bash', ['-e', '-c', `exec 2>&1\n${script}`], {
      cwd: this.#sandbox.project,
      input: '',
      encoding: 'utf8',
      env: { ...this.#sandbox.env, ...this.#environment },
    })
    return { status, output: stdout }
  }

  /** As `bash -e` does, stops at the first that fails. */
  #inThread(commands: readonly (readonly string[])[]): BlockRun {
    let output = ''
    for (const words of commands) {
      const { status, stdout, stderr } = this.#sandbox.ask(words, { env: this.#environment })
      output += `${stdout}${stderr}`
      if (status !== 0) return { status, output }
    }
    return { status: 0, output }
  }

  get #environment(): Readonly<Record<string, string>> {
    return {
      PATH: `${this.#shims}${delimiter}${process.env.PATH ?? ''}`,
      VARVE_ACTOR: 'ada',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      ...person('AUTHOR'),
      ...person('COMMITTER'),
    }
  }

  /** Writes a file that a page shows whole. */
  write(path: string, text: string): void {
    this.#sandbox.write(path, `${text}\n`)
  }

  /** From now on an id of the shown text means the id of the real one in its place. */
  learn(shown: string, real: string): void {
    const given = shapeOf(real).wildcards
    for (const [index, { text }] of shapeOf(shown).wildcards.entries()) {
      const meant = given[index]
      if (meant !== undefined && meant.text !== text) this.#meant.set(text, meant.text)
    }
  }

  remove(): void {
    this.#sandbox.remove()
  }

  #asMeant(script: string): string {
    return replaceWildcards(script, ({ text }) => this.#meant.get(text) ?? text)
  }

  #asShown(output: string): string {
    const { home, userHome, project } = this.#sandbox
    return output
      .replaceAll(home, SHOWN_HOME)
      .replaceAll(userHome, SHOWN_USER)
      .replaceAll(realpathSync(project), SHOWN_PROJECT)
      .replaceAll(project, SHOWN_PROJECT)
  }
}

function person(role: 'AUTHOR' | 'COMMITTER'): Readonly<Record<string, string>> {
  return {
    [`GIT_${role}_NAME`]: 'Ada',
    [`GIT_${role}_EMAIL`]: 'ada@example.com',
    [`GIT_${role}_DATE`]: DAY,
  }
}
