/** A Claude Code session that reads, edits and tests file after file: long enough that something must go. */
export function longSession(steps: number): string {
  const lines: string[] = []
  let parent: string | null = null
  const add = (type: 'user' | 'assistant', message: object, more: object = {}) => {
    const uuid = `u${lines.length}`
    lines.push(
      JSON.stringify({
        type,
        uuid,
        parentUuid: parent,
        sessionId: '5e551051-0000-4000-8000-000000000001',
        cwd: '/w',
        timestamp: `2026-11-27T20:${String(Math.floor(lines.length / 60)).padStart(2, '0')}:${String(lines.length % 60).padStart(2, '0')}Z`,
        message,
        ...more,
      }),
    )
    parent = uuid
  }
  const call = (id: string, name: string, input: object, result: string) => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 10,
      output_tokens: 5,
    }
    add('assistant', {
      id: `m${id}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'tool_use', id, name, input }],
      usage,
    })
    add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] })
  }
  add('user', { role: 'user', content: 'Fix the rounding of every file' })
  for (let step = 0; step < steps; step++) {
    const path = `/w/src/file${step}.ts`
    const source = Array.from(
      { length: 90 },
      (_, line) => `export const value${step}_${line} = compute_${step}(${line * 111})`,
    ).join('\n')
    call(`toolu_r${step}`, 'Read', { file_path: path }, source)
    call(
      `toolu_e${step}`,
      'Edit',
      { file_path: path, old_string: source.split('\n').slice(0, 12).join('\n'), new_string: `// ${step}` },
      'ok',
    )
    call(
      `toolu_t${step}`,
      'Bash',
      { command: `npm test file${step}` },
      `run ${step}\n${Array.from({ length: 40 }, (_, line) => `✓ case ${step}.${line} took ${line} ms`).join('\n')}`,
    )
  }
  return `${lines.join('\n')}\n`
}
