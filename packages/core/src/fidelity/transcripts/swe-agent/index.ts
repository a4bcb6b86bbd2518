import { isHostObject, objectsOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { SweAgentReader } from './reader.ts'

/** Trajectories of SWE-agent: `<instance>.traj`. */
export const sweAgent: TranscriptFormat = {
  name: 'swe-agent',
  input: 'json',
  detect: (item) => {
    if (!isHostObject(item)) return false
    if (Array.isArray(item.trajectory)) return true
    return objectsOf(item.history).some((message) => typeof message.role === 'string')
  },
  open: () => new SweAgentReader(),
}
