import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

import type { Resource } from '#schema'
import { notification } from '#system'

import { formMeta } from '../client/records/resources.ts'
import type { Row } from '../client/records/row.ts'
import { type NoticeRecord, useNoticeTexts } from './notifications/noticeViews.tsx'
import { recordTitle } from './rows/cells/cells.tsx'

/** Returns what a record is called, as soon as the page, or the form on it, has read it. Asks for nothing itself. */
export function useRecordName(
  resource: Resource,
  { view, id }: { readonly view: string; readonly id?: number },
): string | undefined {
  // react-admin's own key of one record; its hook would come with the first list.
  const params = { id: String(id), meta: view === 'edit' ? formMeta : undefined }
  const queryKey = [resource.name, 'getOne', params]
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  )
  const data = useSyncExternalStore(subscribe, () => client.getQueryData<Row>(queryKey))
  const noticeTexts = useNoticeTexts()
  if (!data || id === undefined) return undefined
  // A notification holds the English of what happened, which is told in the reader's language.
  return resource.name === notification.name
    ? noticeTexts(data as NoticeRecord).title
    : recordTitle(resource, data)
}
