/** More than any statement, and far less than what a process can hold. */
export const MOST_MESSAGE_BYTES = 8 * 1024 * 1024
