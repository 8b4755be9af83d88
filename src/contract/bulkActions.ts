import { z } from 'zod'

import { actionNamed, type Fields, type Resource } from '#schema'

import {
  byId,
  dataOf,
  documented,
  doneWith,
  idOnly,
  jobOnly,
  keyHeader,
  recordOf,
  refusedWith,
} from './contract.ts'
import { inputJson } from './fieldJson.ts'
import { filterReference } from './filterJson.ts'
import { msg } from '../texts/serverMsg.ts'

/** A bulk action by its name, with the fields whose values it takes. */
export function bulkContract(resource: Resource, name: string) {
  const action = actionNamed(resource, name)
  const fields: Fields = name === 'update' ? resource.fields : (action?.input ?? {})
  return {
    tags: [resource.label],
    summary: `${{ update: 'Change', delete: 'Delete' }[name] ?? action?.label}: many ${resource.label}`,
    description: largeOnes,
    headers: keyHeader,
    body: documented(() => {
      const values = inputJson(fields, { isNew: name !== 'update' })
      return { ...selection, properties: { ...selectionOf(resource), values } }
    }),
    response: bulkAnswers,
  }
}

const outlook = z.object({
  count: z.int().describe('Records that are selected'),
  checked: z.int().describe('Those that were looked at one by one, the first ones'),
  done: z.int().describe('Of these, those to which it would be done'),
  reasons: z.array(
    z.object({
      reason: z.string(),
      count: z.int(),
      waits: z.boolean().describe('They are among the done, but not at once'),
    }),
  ),
})

/** What an action would do to many records. */
export type BulkPreview = z.output<typeof outlook>

/** What would become of the records of a bulk action. */
export function previewContract(resource: Resource, name: string) {
  const { summary, tags, body } = bulkContract(resource, name)
  return {
    tags,
    summary: `What would become of them: ${summary}`,
    body,
    response: { 200: dataOf(outlook) },
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

/** Up to here a bulk action is done within the request; beyond, it is a job. */
export const inlineLimit = 100

const largeOnes = `Up to ${inlineLimit} records are done at once, 200; more are done by a job in the background, 202, whose progress and result stand in the list of jobs.`

const someIds = z.array(z.int().positive()).min(1).max(10_000)

/** Taking back many writes. */
export const bulkUndoContract = ({ label }: Resource, name: 'undo' | 'restore') => ({
  tags: [label],
  summary: name === 'undo' ? `Undo many of your last changes of ${label}` : `Restore many ${label}`,
  description: largeOnes,
  headers: keyHeader,
  body: refusedWith(
    z.union([
      z
        .strictObject({ ids: someIds, versions: someIds })
        .refine(({ ids: some, versions }) => some.length === versions.length),
      z.strictObject({ job_id: z.int().positive().describe('A bulk action of your own') }),
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
}

const selectionOf = (resource: Resource) => ({
  ids,
  versions: ids,
  filter: filterReference(resource),
  exclude: ids,
  expected_count: { type: 'integer' },
})

const skipped = z.object({
  id: z.int(),
  code: z.enum(['permission', 'changed', 'gone', 'invalid']),
  reason: z.string(),
  refusal: z.string().optional().describe('The code that a form is answered, where there is one'),
})

const bulkDone = z.object({
  done: z.int(),
  skipped: z.int(),
  reasons: z.array(z.string()),
  failures: z.array(skipped).describe('Which records were skipped, and why each'),
  warnings: z
    .array(idOnly.extend({ warning: z.string() }))
    .describe('Of the done, those that have not come to what they were changed for'),
  records: z
    .array(idOnly.extend({ version: z.int().optional() }))
    .describe('What was changed or deleted, with the versions that an undo must find'),
})

const bulkAnswers = { 200: doneWith(bulkDone), 202: doneWith(jobOnly) }

/** Why a bulk action left a record alone. */
export type Skipped = z.output<typeof skipped>

export type BulkAnswer = z.output<typeof bulkDone> | z.output<typeof jobOnly>
