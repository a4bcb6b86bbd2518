import type { Issue } from '../../domain/issue.ts'
import type { LineageKind } from '../../domain/lineage.ts'

/** The command that takes one lineage edge away. */
export function removeEdgeCommand(top: string, under: string): string {
  return `varve compact remove ${top} --note ${under}`
}

export function selfLineage(id: string, kind: LineageKind): Issue {
  return {
    code: 'self_lineage',
    severity: 'error',
    subjects: [id],
    message: `${id} cannot stand in for itself (${kind})`,
    fix: [removeEdgeCommand(id, id)],
  }
}

export function unknownTop(top: string, under: string, kind: LineageKind): Issue {
  return {
    code: 'unknown_top',
    severity: 'error',
    subjects: [under],
    message: `${top}, which stands in for ${under} (${kind}), does not exist`,
    detail: { top },
    fix: [removeEdgeCommand(top, under)],
  }
}

export function unknownSource(top: string, missing: string, kind: LineageKind): Issue {
  return {
    code: 'unknown_source',
    severity: 'error',
    subjects: [top],
    message: `${top} stands in for ${missing} (${kind}), which does not exist`,
    detail: { missing },
    fix: [removeEdgeCommand(top, missing)],
  }
}

export function danglingSupersedes(top: string, missing: string): Issue {
  return {
    code: 'dangling_supersedes',
    severity: 'info',
    subjects: [top],
    message: `${top} supersedes ${missing}, which is not here yet`,
    detail: { missing },
    fix: [removeEdgeCommand(top, missing)],
  }
}

export function retractedTop(top: string, kinds: readonly string[]): Issue {
  return {
    code: 'retracted_top',
    severity: 'info',
    subjects: [top],
    message: `${top} is retracted, so what it stood in for (${kinds.join(', ')}) is shown again`,
    fix: [`varve compact remove ${top} --all`],
  }
}

/** A cycle of edges: `edges` are its members. */
export function lineageCycle(
  ids: readonly string[],
  edges: readonly { readonly top: string; readonly under: string }[],
): Issue {
  return {
    code: 'lineage_cycle',
    severity: 'error',
    subjects: ids,
    message: `${ids.join(', ')} stand in for one another in a cycle`,
    fix: edges.map(({ top, under }) => removeEdgeCommand(top, under)).sort(),
  }
}
