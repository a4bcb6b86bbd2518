import type { Run } from '../../scenarios/sandbox.ts'
import type { Machine } from '../team-of.ts'

export interface ServingProcess {
  readonly url: string
  /** All that it said so far. */
  said(): string
  /** Tells it to end; how it ended. */
  end(): Promise<Run>
}

/** Starts `varve serve --team` on any port that is free. */
export async function serving(machine: Machine, words: readonly string[]): Promise<ServingProcess> {
  const { child, ended } = machine.spawn([...words, '--port', '0'])
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(said)))
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
      const [, found] = /^Team: (http\S+)$/m.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return {
    url,
    said: () => said,
    end() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
