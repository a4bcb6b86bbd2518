import type { ToolProfile } from '../operations/tool-profiles.ts'
import { describeTool, type ToolDescription } from './describe-tool.ts'
import { toolsOf } from './tools/profiles.ts'

/**
 * What a profile's tools are told as. The build puts the very answer here: to derive it takes the
 * definition of every operation, and agents wait for it at each start.
 */
export function describeTools(profile: ToolProfile): Promise<ToolDescription[]> {
  return Promise.all(toolsOf(profile).map(describeTool))
}
