import type { ReactNode } from 'react'

/** Longest text of a table cell (specification 5). */
const limit = 30

/** A text that fits a cell: beyond 30 characters it ends in an ellipsis, with the whole as hover title. */
export function cut(text: string): ReactNode {
  if (text.length <= limit) return text
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  return (
    <span title={text} className="cut-text">
      {`${characters.slice(0, limit).join('')}…`}
    </span>
  )
}
