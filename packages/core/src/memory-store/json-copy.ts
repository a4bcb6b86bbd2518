/** What a store gives back of a value it kept as JSON: a copy, without undefined members. */
export function jsonCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
