import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'

import { useUser } from '../../client/session/user.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { pathOf } from '../../client/addresses/addresses.ts'

/** Longest text of a table cell. */
const limit = 30

/** Whether a cell shows all of a text, because its column has a width that cuts it. */
export const WholeTextContext = createContext(false)

/** A text that fits a cell: beyond so many characters it ends in an ellipsis, at its own end, with the whole as hover title. */
export function cut(text: string, max = limit): ReactNode {
  if (text.length <= max) return foldable(text)
  const characters = Array.from(text)
  if (characters.length <= max) return foldable(text)
  return <CutText text={text} short={`${characters.slice(0, max).join('')}…`} />
}

function CutText({ text, short }: { text: string; short: string }) {
  return (
    <bdi title={text} className="cut-text">
      {foldable(useContext(WholeTextContext) ? text : short)}
    </bdi>
  )
}

/**
 * Where lines are narrow, an address, a path or a key goes on after a sign of its own, not in the middle of a word. What a
 * translation leaves for a value, `%{count}`, stands as it is written among words from right to left too.
 */
export function foldable(text: string): ReactNode {
  const parts = text.split(/(%\{\w+\})/)
  if (parts.length === 1) return folded(text)
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      <bdi key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </bdi>
    ) : (
      <Fragment key={at}>{folded(part)}</Fragment>
    ),
  )
}

function folded(text: string): ReactNode {
  const parts = text.split(/(?<=@|[a-z][._/])(?=[a-z])/i)
  if (parts.length === 1) return text
  return parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

interface RecordLinkProps {
  target: string
  id: number
  /** Whether the server has told no name of it: who may open some records alone may not open this one. */
  isUnnamed?: boolean
  children: ReactNode
}

/** A link to a record of another resource, for users who may open it; plain text for the others. */
export function RecordLink({ target, id, isUnnamed, children }: RecordLinkProps) {
  const user = useUser()
  const resource = useResourceNamed(target)
  const may = resource?.access.show(user)
  if (!resource || !may || (isUnnamed && may !== true)) return children
  return (
    <Link to={pathOf(resource, 'show', id)} style={{ color: 'inherit' }}>
      {children}
    </Link>
  )
}
