/** Operations are numbered `record · 2^24 + position`: their number alone puts them in place. */
export const POSITIONS_PER_RECORD = 2 ** 24
