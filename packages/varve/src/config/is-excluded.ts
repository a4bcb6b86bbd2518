/** Whether one of the names is meant by one of the globs of `capture.exclude`: `*` stands for anything but a slash, `**` for anything. */
export function isExcluded(globs: readonly string[], names: readonly (string | undefined)[]): boolean {
  return globs.some((glob) => {
    const pattern = new RegExp(
      `^${glob.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*\*|\*|\?/g, (mark) => (mark === '**' ? '.*' : mark === '*' ? '[^/]*' : '[^/]'))}$`,
    )
    return names.some((name) => name !== undefined && pattern.test(name))
  })
}
