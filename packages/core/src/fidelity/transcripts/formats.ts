import { aider } from './aider/index.ts'
import { claudeCode } from './claude-code/index.ts'
import { codex } from './codex/index.ts'
import { copilotCli } from './copilot-cli/index.ts'
import { cursor } from './cursor/index.ts'
import { geminiCli } from './gemini-cli/index.ts'
import { miniSweAgent } from './mini-swe-agent/index.ts'
import { opencode } from './opencode/index.ts'
import { openhands } from './openhands/index.ts'
import { pi } from './pi/index.ts'
import { request } from './request/index.ts'
import { specstory } from './specstory/index.ts'
import { sweAgent } from './swe-agent/index.ts'
import { tauBench } from './tau-bench/index.ts'
import type { TranscriptFormat } from './transcript-format.ts'

/** The transcripts that can be read. Order counts: the first that recognises a sample takes it. */
export const TRANSCRIPT_FORMATS: readonly TranscriptFormat[] = [
  openhands,
  miniSweAgent,
  sweAgent,
  geminiCli,
  opencode,
  tauBench,
  pi,
  copilotCli,
  cursor,
  codex,
  claudeCode,
  request,
  specstory,
  aider,
]
