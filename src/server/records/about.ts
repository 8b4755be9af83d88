import { z } from 'zod'

import type { ActionDeclaration, Fields, Resource, User } from '#schema'

import { keyHeader } from '#contract'
import {
  dataOf,
  doneWith,
  jobOnly,
  jsonOf,
  listOf,
  objectOf,
  recordOf,
  type About,
  type Json,
} from '../kernel/describe.ts'
import { groupsReference } from '../openapi/groups.ts'
import { inputSchema, listKeys, optionSchema } from '../openapi/record.ts'

/** What the derived routes of a resource say of themselves, in the reader's eyes. */
export function aboutRecords(resource: Resource) {
  const { label: group, one, fields } = resource
  const record = recordOf(resource)
  const write = (isNew: boolean, user: User) => inputSchema(fields, user, { isNew })
  const pageShape = objectOf({ data: listOf(record), meta: pageMeta })
  const list = { group, summary: `List ${group}`, answers: { 200: pageShape } }
  return {
    list: (user) => ({ ...list, query: listKeys(resource, user) }),
    listByBody: (user) => ({ ...list, body: listKeys(resource, user) }),
    show: { group, summary: `Read ${one}`, answers: { 200: dataOf(record) } },
    options: (user) => ({
      group,
      summary: `${group} to choose from`,
      query: optionKeys,
      answers: {
        200: objectOf({ data: listOf(optionSchema(resource, user)), meta: optionsMeta }),
      },
    }),
    create: (user) => ({
      group,
      summary: `Create ${one}`,
      body: write(true, user),
      answers: { 201: doneWith(record) },
    }),
    edit: (user) => ({
      group,
      summary: `Change ${one}`,
      body: withVersion(write(false, user)),
      answers: { 200: doneWith(record) },
    }),
    delete: {
      group,
      summary: `Delete ${one}`,
      answers: { 200: doneWith(z.object({ id: z.int(), version: z.int().optional() })) },
    },
  } satisfies Record<string, About>
}

/** What an act on one record, or on many, says of itself. */
export function aboutAction(resource: Resource, { label, input }: ActionDeclaration): About {
  return (user) => ({
    group: resource.label,
    summary: label,
    ...(input && { body: inputSchema(input, user, { isNew: true }) }),
    answers: { 200: doneWith() },
  })
}

/** The words of a bulk act by its name, and the fields whose values it takes. */
export function aboutBulk(resource: Resource, act: string): About {
  const { label: group } = resource
  const actions: Record<string, ActionDeclaration> = resource.actions ?? {}
  const fields: Fields = act === 'update' ? resource.fields : (actions[act]?.input ?? {})
  return (user) => ({
    group,
    summary:
      { update: 'Change many', delete: 'Delete many' }[act] ?? `${actions[act]?.label}: many`,
    headers: keyHeader,
    body: {
      ...selection,
      properties: {
        ...selection.properties,
        values: inputSchema(fields, user, { isNew: act !== 'update' }),
      },
    },
    answers: bulkAnswers,
  })
}

/** What taking back one write, and many, says of itself. */
export function aboutUndoing({ label: group, one, name }: Resource, act: 'undo' | 'restore') {
  return {
    one: {
      group,
      summary: act === 'undo' ? `Undo your last change of ${one}` : `Restore ${one}`,
      body: z.object({ version: z.int() }),
      answers: { 200: doneWith(recordOf({ name })) },
    },
    many: {
      group,
      summary: act === 'undo' ? 'Undo many of your last changes' : 'Restore many',
      headers: keyHeader,
      body: manyVersions,
      answers: bulkAnswers,
    },
  } satisfies Record<string, About>
}

const ids = z.array(z.int())

const manyVersions = z.union([
  z.object({ ids, versions: ids }),
  z.object({ job_id: z.int().describe('A bulk act of your own') }),
])

const selection = {
  type: 'object',
  description: 'Either ids, or a filter with the number of records that it matches',
  properties: {
    ids: jsonOf(ids),
    versions: jsonOf(ids),
    filter: { type: 'object', properties: { where: groupsReference } },
    exclude: jsonOf(ids),
    expected_count: { type: 'integer' },
  },
} as const satisfies Json

const skipped = z.object({
  id: z.int(),
  code: z.enum(['permission', 'changed', 'gone', 'invalid']),
  reason: z.string(),
})

const bulkAnswers = {
  200: doneWith(
    z.object({
      done: z.int(),
      skipped: z.int(),
      reasons: z.array(z.string()),
      failures: z.array(skipped),
      records: z.array(z.object({ id: z.int(), version: z.int().optional() })),
    }),
  ),
  202: doneWith(jobOnly),
}

const pageMeta = z.object({
  current_page: z.int(),
  per_page: z.int(),
  last_page: z.int(),
  total: z.int(),
  total_is: z.enum(['exact', 'estimate']),
  from: z.int().nullable(),
  to: z.int().nullable(),
})

const optionKeys = z.object({
  search: z.string().optional(),
  id: z.string().optional().describe('Only these ids, with commas between them'),
  limit: z.int().optional(),
  inactive: z.enum(['0', '1']).optional().describe('1: also those that are no longer offered'),
})

const optionsMeta = z.object({
  is_complete: z.boolean().describe('Whether no more match than these'),
})

const withVersion = (schema: Json): Json => ({
  ...schema,
  properties: {
    ...(schema['properties'] as Json),
    version: { type: 'integer', description: 'Refused when the record has another one by now' },
  },
})
