/** Characters of Chinese and Japanese that carry grammar: a run of content ends at each of them. */
export const CJK_FUNCTION_CHARACTERS: ReadonlySet<string> = new Set(
  '的了是在和与及或也都就把被对为于从到向以其之这那它们我你他她にはがをでとものへやかなねよだすまるしたていあらりど',
)
