/** At most so many lines of a text. */
export const clamped = (lines: number) => ({
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: lines,
})

/** A text that is cut at its own end, whichever way the page is read, and begins where the page does. */
export const cutAtEnd = { unicodeBidi: 'plaintext', textAlign: 'left' } as const
