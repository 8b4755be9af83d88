import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

import type { Resource } from '#schema'

import { formMeta } from '../client/records/resources.ts'
import type { Row } from '../client/records/row.ts'
import { recordTitle } from './rows/cells/cells.tsx'

interface Read {
  readonly view: string
  readonly id?: number
}

/** Returns a record as soon as the page, or the form on it, has read it. Asks for nothing itself. */
export function useReadRecord(resource: Resource, { view, id }: Read): Row | undefined {
  // react-admin's own key of one record; its hook would come with the first list.
  const params = { id: String(id), meta: view === 'edit' ? formMeta : undefined }
  const queryKey = [resource.name, 'getOne', params]
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  )
  const data = useSyncExternalStore(subscribe, () => client.getQueryData<Row>(queryKey))
  return id === undefined ? undefined : data
}

/** What such a record is called. */
export function useRecordName(resource: Resource, read: Read): string | undefined {
  const record = useReadRecord(resource, read)
  return record && recordTitle(resource, record)
}
