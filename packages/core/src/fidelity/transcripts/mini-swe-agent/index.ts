import { objectOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { MiniSweAgentReader } from './reader.ts'

/** Trajectories of mini-SWE-agent: `*.traj.json`. */
export const miniSweAgent: TranscriptFormat = {
  name: 'mini-swe-agent',
  input: 'json',
  detect: (item) => {
    const format = objectOf(item)?.trajectory_format
    return typeof format === 'string' && format.startsWith('mini-swe-agent')
  },
  open: () => new MiniSweAgentReader(),
}
