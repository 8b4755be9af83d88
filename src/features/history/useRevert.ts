import { useState } from 'react'
import { useNotify } from 'react-admin'

import type { Resource } from '#schema'

import type { Row } from '../../browser/client/records/row.ts'
import { doneOf, undoOf } from '../../browser/views/actions/action.ts'
import { useTellDone } from '../../browser/views/actions/DoneText.tsx'
import { problemOf } from '../../browser/client/http/problem.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import { useReadAgain } from '../../browser/client/records/resources.ts'
import type { HistoryEntry } from '#contract'

/** Has the server write old values like any change, also those that are shown masked, on the version that the user looks at. */
export function useRevert(resource: Resource, record: Row) {
  const provider = useProvider()
  const notify = useNotify()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  const [isBusy, setBusy] = useState(false)
  const revert = async (entry: HistoryEntry, values: Readonly<Record<string, unknown>>) => {
    setBusy(true)
    try {
      const body = { entry: entry.id, version: record.version }
      const { data } = await provider.call('POST', `/${resource.api}/${record.id}/revert`, body)
      const request = { resource, act: { name: 'update', label: '' }, target: { record } }
      tellDone(doneOf(request, values), undoOf(request, data))
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    } finally {
      setBusy(false)
      readAgain(resource.name)
    }
  }
  return { revert, isBusy }
}
