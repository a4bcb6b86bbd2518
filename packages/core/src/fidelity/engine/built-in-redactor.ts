import { createRedactor } from '../../redact/create-redactor.ts'

/** What masks secrets where a host brings nothing of its own. */
export function builtInRedactor(): (text: string) => string {
  const { redact } = createRedactor()
  return (text) => redact(text).text
}
