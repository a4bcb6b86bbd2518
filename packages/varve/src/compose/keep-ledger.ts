import { existsSync } from 'node:fs'
import { openSqliteLedger, type SqliteLedger } from '@varve/store-sqlite'
import type { Config } from '../config/config.ts'
import type { ProjectPlace } from '../project/project-place.ts'

export interface LedgerSource {
  place(): Pick<ProjectPlace, 'projectId' | 'databasePath'>
  config(): Config
  redact(text: string): string
}

/** The one ledger of a process, opened when it is first asked for. */
export interface KeptLedger {
  open(configHash?: string): SqliteLedger
  /** Undefined where nothing was ever written. */
  find(): SqliteLedger | undefined
  close(): void
}

export function keepLedger({ place, config, redact }: LedgerSource): KeptLedger {
  let ledger: SqliteLedger | undefined
  const open = (configHash?: string): SqliteLedger => {
    const { projectId: project, databasePath } = place()
    ledger ??= openSqliteLedger(databasePath, {
      project,
      now: () => Date.now(),
      keepOriginals: config().fidelity.keepOriginals === 'always',
      ...(configHash === undefined ? {} : { configHash }),
      redact,
    })
    return ledger
  }
  return {
    open,
    find: () => (ledger === undefined && !existsSync(place().databasePath) ? undefined : open()),
    close: () => ledger?.close(),
  }
}
