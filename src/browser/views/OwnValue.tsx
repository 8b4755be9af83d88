import { type ComponentType, Suspense } from 'react'

import type { RecordOf, Resource } from '#schema'

import type { Row } from '../client/records/row.ts'

interface OwnValueProps {
  /** One of the `fields` of a resource's views. */
  Shown: ComponentType<{ record: RecordOf<Resource>; full?: boolean }>
  record: Row
  full?: boolean
}

/** A value that the business shows in a way of its own. While its code comes, the row stands without it. */
export function OwnValue({ Shown, record, full = false }: OwnValueProps) {
  return (
    <Suspense>
      <Shown record={record as never} full={full} />
    </Suspense>
  )
}
