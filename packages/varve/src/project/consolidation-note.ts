/** Beside the store: what the last consolidation, or the schedule, left for a session to be told. */
export const CONSOLIDATION_NOTE = 'consolidation.json'
