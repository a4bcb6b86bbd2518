/** How many operations of a record had their text erased. What is no record has none. */
export function countErased(record: unknown): number {
  const operations: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, 'operations') : undefined
  if (!Array.isArray(operations)) return 0
  return operations.filter(
    (each: unknown) => typeof each === 'object' && each !== null && Reflect.get(each, 'op') === 'erased',
  ).length
}
