/** How to write a digest: for people, and to be given to an assistant. */
export const DIGEST_GUIDE = `# Writing a digest

1. Pick a group:      varve compact suggest
2. Read it briefly:   varve context --note <id>... --summary-only --format records
3. Write one note:    varve add --title "<topic> digest" --type permanent -
   - first a "## Summary" paragraph that answers most questions on its own
   - keep every number, path, command, flag, version, name, quote and "not" you rely on
   - a "## Claims" list with the source id behind each claim
   - an "## Expand when" list: the questions only the sources can answer
   - shorter than the summaries it replaces
4. Register it:       varve compact apply <digest-id> --note <id>...
5. Check it:          varve compact report <digest-id>    (compaction, anchors kept, missing evidence)
                      varve doctor
6. Try it:            varve search "<words from a source>"   the digest appears with via=<source>
                      varve tree <digest-id> --max-hops 2
7. Changed your mind: varve compact remove <digest-id> --all   or   varve undo

Rules: one digest per note, no cycles, no digest of itself, all ids exist.
Sources are hidden, never changed or deleted; --raw shows them.

Prompt for an assistant:
"Write a digest that replaces these notes in daily retrieval. Use only what they say.
One summary paragraph, key claims with note ids, and a short list of when to open the sources.
Keep exact numbers, paths, commands, names and negations. Be brief."
`
