import { nameOf, objectOf } from '../../host/host-object.ts'
import type { ReadOptions } from '../read-options.ts'
import type { SessionFacts } from '../transcript.ts'
import { TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'
import { brokenTree } from '../transcript-issues.ts'
import { logClaudeLines } from './log-lines.ts'
import { findMainPath, type MainPath } from './main-path.ts'
import { type ClaudeLine, parseClaudeLine } from './parse-line.ts'

/** Keeps the lines of a file, because only its end says which of them the model saw last. */
export class ClaudeCodeReader implements TranscriptReader {
  readonly #options: ReadOptions
  readonly #main: ClaudeLine[] = []
  readonly #sideChains = new Map<string, ClaudeLine[]>()
  readonly #chainOfLine = new Map<string, string>()
  #facts: SessionFacts = { agent: 'claude-code', kind: 'main' }

  constructor(options: ReadOptions) {
    this.#options = options
  }

  take(item: unknown, number: number): void {
    const record = objectOf(item)
    if (record === undefined) return
    const line = parseClaudeLine(record, number)
    if (line.kind === 'other' && line.uuid === undefined) {
      const title = nameOf(record.customTitle) ?? nameOf(record.summary)
      if (title !== undefined) this.#facts = { ...this.#facts, title }
      return
    }
    this.#noteFacts(nameOf(record.sessionId), nameOf(record.cwd), nameOf(record.gitBranch))
    if (line.isSidechain) this.#sideChain(line)
    else this.#main.push(line)
  }

  end(): readonly TranscriptDraft[] {
    const chains = [...this.#sideChains]
    const sides = chains.map(([id, lines]) => this.#sideDraft(id, lines))
    if (!this.#main.some((line) => line.kind === 'message')) return sides
    const { lines, isTree, forks } = this.#path()
    const draft = new TranscriptDraft('claude-code', this.#facts)
    if (!isTree) draft.issue(brokenTree(this.#facts.externalId))
    forks.forEach((fork) => {
      draft.fork(fork)
    })
    logClaudeLines(draft, lines)
    return [draft, ...sides]
  }

  #path(): MainPath {
    const { everything, branch } = this.#options
    if (everything === true) return { lines: this.#main, isTree: true, forks: [] }
    return findMainPath(this.#main, branch)
  }

  #noteFacts(externalId: string | undefined, cwd: string | undefined, branch: string | undefined): void {
    const known = this.#facts
    this.#facts = {
      ...known,
      ...(known.externalId === undefined && externalId !== undefined ? { externalId } : {}),
      ...(known.cwd === undefined && cwd !== undefined ? { cwd } : {}),
      ...(branch === undefined ? {} : { branch }),
    }
  }

  /** A sub-agent's lines name their agent, or hang off one another. */
  #sideChain(line: ClaudeLine): void {
    const chain =
      line.agentId ?? this.#chainOfLine.get(line.parent ?? '') ?? line.uuid ?? `line-${line.number}`
    if (line.uuid !== undefined) this.#chainOfLine.set(line.uuid, chain)
    const lines = this.#sideChains.get(chain) ?? []
    lines.push(line)
    this.#sideChains.set(chain, lines)
  }

  #sideDraft(id: string, lines: readonly ClaudeLine[]): TranscriptDraft {
    const { externalId: parentId, title: _ofTheMain, ...facts } = this.#facts
    const externalId = parentId === undefined ? id : `${parentId}/${id}`
    const draft = new TranscriptDraft('claude-code', {
      ...facts,
      kind: 'subagent',
      externalId,
      ...(parentId === undefined ? {} : { parentId }),
    })
    logClaudeLines(draft, lines)
    return draft
  }
}
