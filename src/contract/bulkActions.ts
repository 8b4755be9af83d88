import { z } from 'zod'

import { actionNamed, type Fields, type Resource } from '#schema'

import {
  byId,
  documented,
  doneWith,
  idOnly,
  jobOnly,
  keyHeader,
  recordOf,
  refusedWith,
} from './contract.ts'
import { inputJson } from './recordJson.ts'
import { groupsReference } from './groups.ts'
import { msg } from '../texts/serverMsg.ts'

/** A bulk action by its name, with the fields whose values it takes. */
export function bulkContract(resource: Resource, name: string) {
  const action = actionNamed(resource, name)
  const fields: Fields = name === 'update' ? resource.fields : (action?.input ?? {})
  const values = inputJson(fields, { isNew: name !== 'update' })
  return {
    tags: [resource.label],
    summary: { update: 'Change many', delete: 'Delete many' }[name] ?? `${action?.label}: many`,
    headers: keyHeader,
    body: documented({ ...selection, properties: { ...selection.properties, values } }),
    response: bulkAnswers,
  }
}

/** Taking back one write. */
export const undoContract = (resource: Resource, name: 'undo' | 'restore') => ({
  tags: [resource.label],
  summary: name === 'undo' ? `Undo your last change of ${resource.one}` : `Restore ${resource.one}`,
  params: byId,
  body: refusedWith(
    z.strictObject({ version: z.int().positive() }),
    422,
    msg('send_the_version_that_is_to_be'),
  ),
  response: { 200: doneWith(recordOf(resource)) },
})

const someIds = z.array(z.int().positive()).min(1).max(10_000)

/** Taking back many writes. */
export const bulkUndoContract = ({ label }: Resource, name: 'undo' | 'restore') => ({
  tags: [label],
  summary: name === 'undo' ? 'Undo many of your last changes' : 'Restore many',
  headers: keyHeader,
  body: refusedWith(
    z.union([
      z.strictObject({ ids: someIds, versions: someIds }),
      z.strictObject({ job_id: z.int().positive().describe('A bulk act of your own') }),
    ]),
    422,
    msg('send_ids_with_their_versions_or_the'),
  ),
  response: bulkAnswers,
})

const ids = { type: 'array', items: { type: 'integer' } }

const selection = {
  type: 'object',
  description: 'Either ids, or a filter with the number of records that it matches',
  properties: {
    ids,
    versions: ids,
    filter: { type: 'object', properties: { where: groupsReference } },
    exclude: ids,
    expected_count: { type: 'integer' },
  },
}

const skipped = z.object({
  id: z.int(),
  code: z.enum(['permission', 'changed', 'gone', 'invalid']),
  reason: z.string(),
})

const bulkDone = z.object({
  done: z.int(),
  skipped: z.int(),
  reasons: z.array(z.string()),
  failures: z.array(skipped).describe('Which records were skipped, and why each'),
  records: z
    .array(idOnly.extend({ version: z.int().optional() }))
    .describe('What was changed or deleted, with the versions that an undo must find'),
})

const bulkAnswers = { 200: doneWith(bulkDone), 202: doneWith(jobOnly) }

/** Why a bulk action left a record alone. */
export type Skipped = z.output<typeof skipped>

export type BulkAnswer = z.output<typeof bulkDone> | z.output<typeof jobOnly>
