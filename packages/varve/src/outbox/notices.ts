import type { Issue } from '@varve/core'

/** Told when records were written that the store doesn't have yet. */
export function leftInOutbox(records: number): Issue {
  return {
    code: 'outbox_waiting',
    severity: 'warning',
    subjects: ['.varve/outbox'],
    message: `the store can't be written from here: ${recordCount(records)} put into .varve/outbox, for the next command that may write`,
    fix: ['varve status'],
  }
}

/** Told where an import found items that no entry could be made of: an outbox holds records alone. */
export function leftUnkept(items: number): Issue {
  return {
    code: 'quarantine_unkept',
    severity: 'warning',
    subjects: ['.varve/outbox'],
    message: `${items === 1 ? '1 item that was' : `${items} items that were`} quarantined could not be kept: import again where the store can be written`,
    fix: ['varve import .'],
  }
}

export function takenFromOutbox(records: number): Issue {
  return {
    code: 'outbox_taken',
    severity: 'info',
    subjects: ['.varve/outbox'],
    message: `${recordCount(records)} taken in from .varve/outbox`,
    fix: ['varve log'],
  }
}

export function memoryOutOfReach(home: string): Issue {
  return {
    code: 'store_out_of_reach',
    severity: 'warning',
    subjects: [],
    message: `this process may not look into ${home}: nothing of the memory there is shown`,
    fix: ['VARVE_HOME=<a readable folder> varve …'],
  }
}

function recordCount(records: number): string {
  return records === 1 ? '1 record was' : `${records} records were`
}
