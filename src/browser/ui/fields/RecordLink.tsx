import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { useUser } from '../../client/session/session.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { pathOf } from '../../client/addresses/addresses.ts'

/** A link to a record of another resource, for users who may open it; plain text for the others. */
export function RecordLink(props: { target: string; id: number; children: ReactNode }) {
  const { target, id, children } = props
  const user = useUser()
  const resource = useResourceNamed(target)
  if (!resource || resource.access.show(user) === false) return children
  return (
    <Link to={pathOf(resource, 'show', id)} style={{ color: 'inherit' }}>
      {children}
    </Link>
  )
}
