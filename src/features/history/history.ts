import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { HistoryEntry, Timeline, TimelineLine } from '#contract'
import { type Resource, kindOf, mayWrite, type Field, type User } from '#schema'

import type { Row } from '../../browser/client/records/row.ts'
import { useNotifyResult } from '../../browser/ui/useNotifyResult.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import { doneOf, undoOf } from '../../browser/views/actions/done.ts'
import { useTellDone } from '../../browser/views/actions/useTellDone.ts'
import { useReadAgain } from '../../browser/client/records/resources.ts'

/** What happened to a record, page by page; read again whenever its version is another one. */
export function useTimeline(resource: Resource, id: number, version: number | undefined) {
  const provider = useProvider()
  return useInfiniteQuery({
    queryKey: [resource.name, 'timeline', id, version],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? '' : `?before=${pageParam}`
      return provider.call<TimelineLine[]>(
        'GET',
        `/${resource.api}/${id}/timeline${query}`,
        undefined,
        { signal },
      ) as Promise<Timeline>
    },
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    retry: false,
  })
}

/** The values that taking a write back brings, as the user sees them and may set them; empty when there are none. */
export function valuesBefore(
  resource: Resource,
  user: User,
  { action, changes }: Pick<HistoryEntry, 'action' | 'changes'>,
): Readonly<Record<string, unknown>> {
  if (action === 'create' || action === 'delete') return {}
  return Object.fromEntries(
    changes
      .filter(({ field: name }) => mayRevert(user, resource.fields[name]))
      .map(({ field: name, before }) => [name, before]),
  )
}

const mayRevert = (user: User, field: Field | undefined): boolean =>
  field !== undefined && mayWrite(user, field) && kindOf(field).writeOnly !== true

/**
 * Has the server write old values like any change, also those that are shown masked, on the version that the user looks
 * at; on the newest where the record was given without one.
 */
export function useRevert(resource: Resource, record: Row) {
  const provider = useProvider()
  const told = useNotifyResult()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  const [isBusy, setBusy] = useState(false)
  const read = async (id: number) => (await provider.getOne<Row>(resource.name, { id })).data
  const revert = async (
    entry: Pick<HistoryEntry, 'id'>,
    values: Readonly<Record<string, unknown>>,
  ) => {
    setBusy(true)
    await told(async () => {
      const current = record.version === undefined ? await read(record.id) : record
      const body = { entry: entry.id, version: current.version }
      const { data } = await provider.call('POST', `/${resource.api}/${record.id}/revert`, body)
      const request = {
        resource,
        action: { name: 'update', label: '' },
        target: { record: current },
      }
      tellDone(doneOf(request, values), undoOf(request, data))
    })
    setBusy(false)
    readAgain(resource.name)
  }
  return { revert, isBusy }
}
