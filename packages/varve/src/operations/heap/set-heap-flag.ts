/** Flags that V8 reads at each collection; others would come too late. */
export type HeapFlag =
  | `--semi-space-growth-factor=${number}`
  | `--heap-growing-percent=${number}`
  | '--expose-gc'

/** The module is loaded by who sets one: most processes don't. */
export function setHeapFlag(flag: HeapFlag): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(flag)
}
