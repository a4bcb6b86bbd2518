const ROOT = /^(?:[A-Za-z]:)?\//

/** One spelling of a file's path: with `/`, from the working directory where that is known, without `.` and `..`. */
export function resolvePath(path: string, workingDirectory = ''): string {
  const given = path.replace(/^file:\/\//, '').replaceAll('\\', '/')
  const whole = ROOT.test(given) ? given : `${workingDirectory.replaceAll('\\', '/')}/${given}`
  // Where no working directory is known, the slash between is none of the path's own.
  const isRelative = workingDirectory === '' && !ROOT.test(given)
  const steps: string[] = []
  for (const step of whole.split('/')) {
    if (step === '' || step === '.') continue
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop()
    else if (step !== '..' || isRelative) steps.push(step)
  }
  const isDrive = /^[A-Za-z]:\//.test(whole)
  return `${isRelative || isDrive ? '' : '/'}${steps.join('/')}`
}

/** A path as it reads from the working directory, where it lies inside. */
export function relativePath(path: string, workingDirectory = ''): string {
  if (workingDirectory === '') return path
  const directory = resolvePath(workingDirectory)
  const whole = resolvePath(path, directory)
  return whole.startsWith(`${directory}/`) ? whole.slice(directory.length + 1) : path
}
