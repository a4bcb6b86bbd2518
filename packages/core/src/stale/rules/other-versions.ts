import { declaredVersions } from '../manifests/declared-versions.ts'
import { allowsVersion } from '../manifests/version-range.ts'
import { versionsInLine } from '../mentions/versions-in-line.ts'
import type { StaleRuleCheck } from './stale-rule.ts'

/** ST6: the version of a tool that it claims is allowed by nothing that the project declares. */
export const otherVersions: StaleRuleCheck = ({ lines, files }) =>
  lines.flatMap(versionsInLine).flatMap(({ tool, version, said }) => {
    const declared = declaredVersions(tool, files)
    const [first] = declared
    const isRefused = declared.every(({ range }) => allowsVersion(range, version) === false)
    if (first === undefined || !isRefused) return []
    return [{ rule: 'ST6', reason: `version differs: ${said}, declared ${first.range}`, file: first.file }]
  })
