import { createFidelity, type Fidelity } from '@varve/core/fidelity'

/** Model calls of the scripted session: 59 that read a file, and a last word. */
export const STEPS = 60

/** What the tool gives back of a file: source that differs by its name. */
export function source(path: string): string {
  const name = path.replace(/\W/g, '_')
  return Array.from(
    { length: 60 },
    (_, line) => `export const ${name}_${line} = compute_${name}(${line * 111})`,
  ).join('\n')
}

/** A pass is due above 37 000 tokens, and brings the window down to 22 500. */
export function openFidelity(sessionId = 's_example'): Fidelity {
  return createFidelity({ sessionId, budget: 100_000, strict: true })
}

/** What went to the provider, as one text. */
export function sent(prompt: unknown): string {
  return JSON.stringify(prompt)
}
