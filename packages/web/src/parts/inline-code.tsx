const CODE = /(`[^`]+`)/

/** A line of Markdown whose code looks like code; nothing else of it is read. */
export function InlineCode({ text }: { readonly text: string }) {
  const pieces = text.split(CODE)
  if (pieces.length === 1) return <>{text}</>
  return (
    <>
      {pieces.map((piece, nth) =>
        nth % 2 === 1 ? <code key={nth}>{piece.slice(1, -1)}</code> : <span key={nth}>{piece}</span>,
      )}
    </>
  )
}
