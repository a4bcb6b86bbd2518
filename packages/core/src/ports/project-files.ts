/** What became of a path that is not there any more. */
export interface PathFate {
  /** The commit that took it away. */
  readonly commit: string
  /** Where it lies since, if it was moved. */
  readonly movedTo?: string
}

/**
 * The files of the project, as far as a check may look: below its top, behind no link that leads out of
 * it, no larger than 256 KiB, text, neither ignored nor named as a file of secrets. Paths are relative to
 * the top, with `/`. Nothing is listed but names that version control keeps.
 */
export interface ProjectFiles {
  kindOf(path: string): 'file' | 'folder' | undefined
  /** Undefined where it may not be looked at. */
  textOf(path: string): string | undefined
  /** SHA-256 of the bytes, in hex; of a file of any size. */
  hashOf(path: string): string | undefined
  /** Undefined where it is there, never was, or there is no version control. */
  fateOf(path: string): PathFate | undefined
  /** The text that a path had at a commit. */
  textAt(path: string, commit: string): string | undefined
  /** True where a version of the file had this text once. */
  hadText(path: string, text: string): boolean
  /** Tracked files of this base name, the nearest to the top first. */
  named(base: string): readonly string[]
}
