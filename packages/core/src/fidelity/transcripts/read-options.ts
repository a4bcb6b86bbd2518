/** How a transcript is read. */
export interface ReadOptions {
  /** Name of the format; without it the content decides. */
  readonly from?: string
  /** Where a file holds several sessions: the number of one, from 1, or the start of its id. */
  readonly session?: string
  /** The session's id where the file holds none, such as the name of its folder. */
  readonly externalId?: string
  /** Where a session is a tree: the start of the id of the end to read up to. */
  readonly branch?: string
  /** Takes in what was left behind where somebody went back, too: all of the file, in its order. */
  readonly everything?: boolean
  /**
   * Leaves out the objects of the host: `raw` is undefined. They are more than half of what a session takes in memory,
   * and only who writes a request in the host's own words needs them.
   */
  readonly withoutRaw?: boolean
}
