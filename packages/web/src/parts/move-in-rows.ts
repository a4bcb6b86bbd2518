/** Moves the focus to the next row of a list, or the one before. */
export function moveInRows(within: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(within?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = rows.findIndex((row) => row.matches(':focus'))
  const next = at < 0 ? firstInSight(rows, within) : rows[at + step]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

function firstInSight(rows: readonly HTMLElement[], within: HTMLElement | null): HTMLElement | undefined {
  const top = within?.getBoundingClientRect().top ?? 0
  return rows.find((row) => row.getBoundingClientRect().top >= top)
}
