import { isHostObject, objectOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { ClaudeCodeReader } from './reader.ts'

/** Sessions of Claude Code: `~/.claude/projects/<cwd>/<session>.jsonl`. */
export const claudeCode: TranscriptFormat = {
  name: 'claude-code',
  input: 'json',
  detect: (record) =>
    isHostObject(record) &&
    ('parentUuid' in record ||
      'isSidechain' in record ||
      (typeof record.uuid === 'string' && objectOf(record.message)?.role !== undefined)),
  open: (options) => new ClaudeCodeReader(options),
}
