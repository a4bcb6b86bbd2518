/** First line of what `varve compact` writes: an index or a compacted category is never edited by hand. */
export const GENERATED_NOTICE = '<!-- Auto-generated. Do not edit. Rebuild: varve compact -->'
