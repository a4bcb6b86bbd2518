/** Which entries of a list have equal keys. */
export interface EqualGroups {
  /** Of each entry its group. */
  readonly groupOf: Int32Array
  /** Where each group begins among the members; one more at the end. */
  readonly starts: Int32Array
  /** The entries, group by group, each group's in ascending order. */
  readonly members: Int32Array
}

const FREE = -1

/** Groups entries by their keys, which are hashes already. */
export function groupEqual(keys: Int32Array): EqualGroups {
  const groupOf = new Int32Array(keys.length)
  const sizes = countGroups(keys, groupOf)
  const starts = new Int32Array(sizes.length + 1)
  for (let group = 0; group < sizes.length; group++) {
    starts[group + 1] = (starts[group] ?? 0) + (sizes[group] ?? 0)
  }
  const places = starts.slice()
  const members = new Int32Array(keys.length)
  for (let entry = 0; entry < keys.length; entry++) {
    const group = groupOf[entry] ?? 0
    const place = places[group] ?? 0
    members[place] = entry
    places[group] = place + 1
  }
  return { groupOf, starts, members }
}

/** Numbers the groups by first appearance in an open table, and says how large each is. */
function countGroups(keys: Int32Array, groupOf: Int32Array): Int32Array {
  const mask = 2 ** Math.ceil(Math.log2(keys.length + 1)) * 2 - 1
  const table = new Int32Array(mask + 1).fill(FREE)
  const groupKeys = new Int32Array(keys.length)
  const sizes = new Int32Array(keys.length)
  let count = 0
  for (let entry = 0; entry < keys.length; entry++) {
    const key = keys[entry] ?? 0
    let place = key & mask
    while (table[place] !== FREE && groupKeys[table[place] ?? 0] !== key) place = (place + 1) & mask
    const group = table[place] === FREE ? count++ : (table[place] ?? 0)
    table[place] = group
    groupKeys[group] = key
    groupOf[entry] = group
    sizes[group] = (sizes[group] ?? 0) + 1
  }
  return sizes.slice(0, count)
}
