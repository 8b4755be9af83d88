import { useRef } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { newRequestKey } from '../../client/http/requestKey.ts'
import { useReadAgain } from '../../client/records/resources.ts'
import { useTellDone } from '../actions/useTellDone.ts'
import { useProvider } from '../../client/records/provider.ts'

/** What was made, or was there already and was filled; that has no id for those who may not know which it is. */
interface Created {
  readonly data: Row
  readonly meta?: { readonly is_filled: true }
}

/**
 * Creates a record, says so, and lets every view that is open read again. Sent again after no answer came, the same values are
 * the same request; once they are saved, they are another record.
 */
export function useCreateRecord(resource: Resource) {
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  const unanswered = useRef<{ readonly values: string; readonly key: string }>(undefined)
  return async (data: Record<string, unknown>) => {
    const values = JSON.stringify(data)
    if (unanswered.current?.values !== values) unanswered.current = { values, key: newRequestKey() }
    const { key } = unanswered.current
    const answer: Created = await provider.create(resource.name, { data, meta: { key } })
    unanswered.current = undefined
    const act = answer.meta?.is_filled ? 'fill' : 'create'
    tellDone({ resource: resource.name, act, made: answer.data.id })
    readAgain(resource.name)
  }
}
