import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useResourceNamed } from '../../client/records/resources.ts'
import type { NoticeRecord } from './noticeCells.tsx'
import { useProvider } from '../../client/records/provider.ts'

/** Tells the server that a notification is read, again when it rings anew while it is looked at. */
export function useMarkRead(notice: NoticeRecord | undefined): void {
  const provider = useProvider()
  const queryClient = useQueryClient()
  const api = useResourceNamed('notifications')?.api
  const { id, read_at } = notice ?? {}
  const isUnread = id !== undefined && read_at === null
  useEffect(() => {
    if (!isUnread) return
    provider.call('POST', `/${api}/${id}/read`).then(
      () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
      // It stays unread, and is marked when it is opened again.
      () => undefined,
    )
  }, [isUnread, id, api, provider, queryClient])
}
