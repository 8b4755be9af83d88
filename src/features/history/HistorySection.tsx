import { lazy } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../browser/client/records/row.ts'
import { Disclosure } from '../../browser/ui/Disclosure.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import english from '../../texts/en/history.json'

const RecordHistory = lazy(async () => ({
  default: (await import('./RecordHistory.tsx')).RecordHistory,
}))

/** The heading of the same in a tab. */
export function TimelineLabel() {
  return useT(english)('timeline')
}

/** What changed on a record, and the way back to how it was. */
export function HistorySection({ resource, record }: { resource: Resource; record: Row }) {
  const t = useT(english)
  if (resource.view || resource.showTabs) return null
  return (
    <Disclosure title={t('what_changed')} level="h2">
      <RecordHistory resource={resource} record={record} />
    </Disclosure>
  )
}
