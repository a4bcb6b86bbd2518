/** Sets of alternatives: each member is given by all of its forms, with spaces between them. */
export type SetTable = Readonly<Record<string, readonly string[]>>
