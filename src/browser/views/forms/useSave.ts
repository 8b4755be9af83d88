import { kindOf, type Field, type Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { doneOf, undoOf } from '../actions/action.ts'
import { useTellDone } from '../actions/DoneText.tsx'
import { useProvider } from '../../client/records/provider.ts'
import { useReadAgain } from '../../client/records/resources.ts'

type Save = (values: Record<string, unknown>) => Promise<void>

/** Rejects with 409 when the record has another version by now. */
type SaveOver = (values: Record<string, unknown>, record: Row) => Promise<void>

/** Creates a record, says so, and lets every view that is open read again. */
export function useCreateRecord(resource: Resource): Save {
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  return async (data) => {
    await provider.create(resource.name, { data })
    tellDone({ resource: resource.name, act: 'create' })
    readAgain(resource.name)
  }
}

/** Sends the changed values with the version they were made on. */
export function useUpdateRecord(resource: Resource): SaveOver {
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  return async (changes, record) => {
    const data = { ...changes, version: record.version }
    const answer = await provider.update<Row>(resource.name, {
      id: record.id,
      data,
      previousData: record,
    })
    const request = { resource, act: { name: 'update', label: '' }, target: { record } }
    const isKept = Object.keys(changes).every((name) => !isSecret(resource, name))
    const isWritten = answer.data.version !== record.version
    const way = isKept && isWritten ? undoOf(request, answer.data) : undefined
    tellDone(doneOf(request, changes), way)
    readAgain(resource.name)
  }
}

/** What is never shown is not kept either, so nothing brings it back. */
function isSecret({ fields }: Resource, name: string): boolean {
  const field: Field | undefined = fields[name]
  return field !== undefined && kindOf(field).writeOnly === true
}
