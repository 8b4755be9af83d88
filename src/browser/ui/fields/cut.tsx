import type { ReactNode } from 'react'

/** Longest text of a table cell (specification 5). */
const limit = 30

/** A text that fits a cell: beyond 30 characters it ends in an ellipsis, with the whole as hover title. */
export function cut(text: string): ReactNode {
  if (text.length <= limit) return foldable(text)
  const characters = Array.from(text)
  if (characters.length <= limit) return foldable(text)
  return (
    <span title={text} className="cut-text">
      {foldable(`${characters.slice(0, limit).join('')}…`)}
    </span>
  )
}

/** Where lines are narrow, an e-mail address goes on after its @, not in the middle of a word. */
export function foldable(text: string): ReactNode {
  const [name, ...domain] = text.split(/(?<=@)/)
  if (domain.length === 0) return text
  return (
    <>
      {name}
      <wbr />
      {domain.join('')}
    </>
  )
}
