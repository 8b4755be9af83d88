import { Suspense } from 'react'

import { fieldOf, mayRead, relatedOf, viewRule, type Related, type Resource } from '#schema'

import { may } from '../../client/records/permitted.ts'
import { useResources } from '../../client/records/resources.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { Waiting } from '../../ui/states/StatePanels.tsx'
import { RelatedList } from '../recordPages.ts'

export interface Listed {
  readonly heading: string
  readonly related: Related
  /** What is listed. */
  readonly resource: Resource
}

/** Returns the lists of what points at a record, as far as the user may see them. */
export function useRelated(home: Resource): Listed[] {
  const user = useUser()
  const resources = useResources()
  return relatedOf(home.show ?? []).flatMap(([heading, related]) => {
    const resource = resources.find(({ name }) => name === related.resource)
    const pointing = resource && fieldOf(resource, related.by)
    if (viewRule(related)(user) === false) return []
    if (!pointing || !mayRead(user, pointing) || !may(resource, 'list', user)) return []
    return [{ heading, related, resource }]
  })
}

/** All of them, one below the other. */
export function RelatedLists({ resource: home, record }: { resource: Resource; record: Row }) {
  return useRelated(home).map((one) => <OneRelated key={one.heading} {...{ home, one, record }} />)
}

export function OneRelated({ home, record, one }: { home: Resource; record: Row; one: Listed }) {
  return (
    <Suspense fallback={<Waiting />}>
      <RelatedList {...{ home, record, ...one }} />
    </Suspense>
  )
}
