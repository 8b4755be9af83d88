import { lazy, Suspense } from 'react'

import { fieldOf, mayRead, relatedOf, type Resource } from '#schema'

import { may } from '../../client/records/permitted.ts'
import { useResources } from '../../client/records/resources.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { Waiting } from '../../ui/states/StatePanels.tsx'

const RelatedList = lazy(async () => ({
  default: (await import('./RelatedList.tsx')).RelatedList,
}))

/** The lists of what points at a record, as far as the user may see them. */
export function RelatedLists({ resource: home, record }: { resource: Resource; record: Row }) {
  const user = useUser()
  const resources = useResources()
  return relatedOf(home.show ?? []).map(([heading, related]) => {
    const resource = resources.find(({ name }) => name === related.resource)
    const pointing = resource && fieldOf(resource, related.by)
    if (!pointing || !mayRead(user, pointing) || !may(resource, 'list', user)) return null
    return (
      <Suspense key={heading} fallback={<Waiting />}>
        <RelatedList {...{ home, heading, related, resource }} id={record.id} />
      </Suspense>
    )
  })
}
