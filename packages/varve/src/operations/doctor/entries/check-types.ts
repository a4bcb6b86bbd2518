import { QIPU_FORMAT } from '../../../import/qipu/detect.ts'
import type { EntryCheck } from './entry-check.ts'

/** What Varve itself calls entries. */
const OWN_TYPES = ['fact', 'note', 'learning', 'digest', 'map', 'template']
const QIPU_TYPES = ['fleeting', 'literature', 'permanent', 'moc']

/** Notes of a type that the project's own words don't have. */
export const checkTypes: EntryCheck = ({ id, type, source }, { ontology }) => {
  if (source.format !== QIPU_FORMAT) return []
  const known = [
    ...OWN_TYPES,
    ...(ontology?.mode === 'replacement' ? [] : QIPU_TYPES),
    ...(ontology === undefined || ontology.mode === 'default' ? [] : ontology.note_types),
  ]
  if (known.includes(type)) return []
  return [
    {
      code: 'unknown_type',
      severity: 'warning',
      subjects: [id],
      message: `${id} is of type ${type}, which config.toml of its store doesn’t name`,
      fix: [`varve edit ${id} --type ${known.at(-1) ?? 'note'}`],
    },
  ]
}
