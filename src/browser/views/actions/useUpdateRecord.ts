import { type Field, kindOf, type Resource } from '#schema'

import { useProvider } from '../../client/records/provider.ts'
import { useReadAgain } from '../../client/records/resources.ts'
import type { Row } from '../../client/records/row.ts'
import { doneOf, undoOf } from './done.ts'
import { useTellDone } from './useTellDone.ts'

interface Updated {
  readonly data: Row
  readonly message?: string
  readonly meta?: { readonly is_warning: true }
}

/**
 * Returns what sends the changed values with the version they were made on, and says what came of it. Rejects with 409 where the record has
 * another by now.
 */
export function useUpdateRecord(resource: Resource) {
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  return async (changes: Record<string, unknown>, record: Row) => {
    const data = { ...changes, version: record.version }
    const answer: Updated = await provider.update(resource.name, {
      id: record.id,
      data,
      previousData: record,
    })
    const request = { resource, action: { name: 'update', label: '' }, target: { record } }
    const isKept = Object.keys(changes).every((name) => !isSecret(resource, name))
    const way = isKept ? undoOf(request, answer.data) : undefined
    const warning = answer.meta?.is_warning && (answer.message ?? '')
    tellDone(doneOf(request, changes, answer.data, warning), way)
    readAgain(resource.name)
  }
}

/** What is never shown is not kept either, so nothing brings it back. */
function isSecret({ fields }: Resource, name: string): boolean {
  const field: Field | undefined = fields[name]
  return field !== undefined && kindOf(field).writeOnly === true
}
