/** The words of a list that is written with spaces and line ends between them. */
export function words(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}

/** The phrases of a list that is written with bars between them. */
export function phrases(list: string): readonly string[] {
  return list
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
}

/** Each of the first words followed by each of the second. */
export function pairedPhrases(first: string, second: string): readonly string[] {
  return words(first).flatMap((head) => phrases(second).map((tail) => `${head} ${tail}`))
}
