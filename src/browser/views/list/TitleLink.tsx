import type { ReactNode } from 'react'

import type { Resource, User } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { pathOf } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'

/** Where a click on a record leads: its own page, else the form for those who may edit, else the show view. */
export function openPath(resource: Resource, user: User, record: Row): string | undefined {
  const mayShow = may(resource, 'show', user, record)
  if (mayShow && resource.routes.show) return pathOf(resource, 'show', record.id)
  if (may(resource, 'edit', user, record)) return pathOf(resource, 'edit', record.id)
  return mayShow ? pathOf(resource, 'show', record.id) : undefined
}

/** A real link, so that a record opens in a new tab and by keyboard. The list around follows it (`followRecords`). */
export function TitleLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children
  return (
    <a href={to} className="title-link">
      {children}
    </a>
  )
}
