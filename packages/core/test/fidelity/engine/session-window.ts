import { callPart, window } from '../build-window.ts'

type Built = ReturnType<typeof window>

/** Source text that differs by its name. */
export function source(name: string, lines = 60): string {
  return Array.from(
    { length: lines },
    (_, index) => `export const ${name}Value${index} = compute_${name}(${index * 111})`,
  ).join('\n')
}

/** A session that reads, edits and tests file after file. */
export function codingSession(
  steps: number,
  built: Built = window().user('Fix the rounding in src/tax.ts'),
): Built {
  for (let step = 0; step < steps; step++) {
    const path = `src/file${step}.ts`
    built.step(`r${step}`, 'read', { path }, source(`file${step}`))
    built.message('assistant', [
      { kind: 'reasoning', text: `thinking of ${path} `.repeat(10) },
      callPart(`e${step}`, 'edit', {
        path,
        oldText: source(`old${step}`, 12),
        newText: source(`new${step}`, 4),
      }),
    ])
    built.result(`e${step}`, 'ok', { tool: 'edit' })
    built.step(
      `t${step}`,
      'bash',
      { command: `npm test file${step}` },
      `run ${step}\n${source(`log${step}`, 40)}`,
      { exitCode: 1 },
    )
    if (step % 5 === 4)
      built.assistant(`Done with ${path}`).user(`Now do file ${step + 1}, and never touch invoice${step}.ts`)
  }
  return built
}
