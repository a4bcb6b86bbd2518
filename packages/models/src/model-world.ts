/** What of the world a model is reached through. */
export interface ModelWorld {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where an agent's command is run: never in the project, whose instructions it would read. */
  readonly folder: string
  /** Ends what is being asked. */
  readonly signal?: AbortSignal
}
