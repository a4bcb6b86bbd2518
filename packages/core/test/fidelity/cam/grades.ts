import { type CamConfig, camConfig } from '../../../src/fidelity/cam/cam-config.ts'
import { type Grade, type GradeInput, gradeMessages } from '../../../src/fidelity/cam/grade-messages.ts'
import { MessageWords } from '../../../src/fidelity/cam/message-words.ts'
import { groupMessages } from '../../../src/fidelity/groups/group-messages.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { plainWords, terms } from '../../../src/fidelity/model/terms.ts'

type Given = Partial<Omit<GradeInput, 'config'>> & { readonly config?: Partial<CamConfig> }

export function gradeInput(messages: readonly Message[], given: Given = {}): GradeInput {
  const config = camConfig({ compat: true, ...given.config })
  return {
    messages,
    groups: groupMessages(messages),
    words: new MessageWords(config.compat ? plainWords : terms),
    shown: messages.map(() => 'full'),
    allowUpgrade: false,
    minAgeCalls: 0,
    ...given,
    config,
  }
}

export function grades(messages: readonly Message[], given: Given = {}): readonly Grade[] {
  return gradeMessages(gradeInput(messages, given))
}
