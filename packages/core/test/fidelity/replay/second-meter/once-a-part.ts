import type { Part } from '../../../../src/fidelity/model/message.ts'

/** What is worked out of a part, once: the same part is looked at again at each call. */
export function onceAPart<Value>(workOut: (part: Part) => Value): (part: Part) => Value {
  const known = new WeakMap<Part, { readonly value: Value }>()
  return (part) => {
    const entry = known.get(part) ?? { value: workOut(part) }
    known.set(part, entry)
    return entry.value
  }
}
