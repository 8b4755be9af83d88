import { z } from 'zod'

import {
  actionNamed,
  betweenNumbers,
  cleanLine,
  perPageLimit,
  type ActionDeclaration,
  type Fields,
  type Resource,
} from '#schema'

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
import { groupsReference, inputJson, listKeys, optionJson, withVersion } from './recordJson.ts'
import { msg } from '../texts/serverMsg.ts'

/**
 * The contracts of a resource's derived routes, made from its declaration. They let every body and every filter through:
 * the gate refuses them field by field. What takes a permission to know carries it as `x-permissions`.
 */
export function recordContract(resource: Resource) {
  const { label, one, fields } = resource
  const tags = [label]
  const record = recordOf(resource)
  const keys = listKeys(resource)
  const list = { tags, summary: `List ${label}`, response: { 200: pageOf(record) } }
  return {
    list: { ...list, querystring: documented(keys) },
    listByBody: { ...list, body: documented(keys) },
    show: { tags, summary: `Read ${one}`, params: byId, response: { 200: dataOf(record) } },
    options: {
      tags,
      summary: `${label} to choose from`,
      querystring: optionKeys,
      response: {
        200: z.object({
          data: z.array(documented(optionJson(resource))),
          meta: z.object({
            is_complete: z.boolean().describe('Whether no more match than these'),
          }),
        }),
      },
    },
    create: {
      tags,
      summary: `Create ${one}`,
      body: documented(inputJson(fields, { isNew: true })),
      response: { 201: doneWith(record) },
    },
    defaults: {
      tags,
      summary: `What a new ${one} begins with`,
      response: { 200: dataOf(documented({ type: 'object' })) },
    },
    edit: {
      tags,
      summary: `Change ${one}`,
      params: byId,
      body: documented(withVersion(inputJson(fields, { isNew: false }))),
      response: { 200: doneWith(record) },
    },
    delete: {
      tags,
      summary: `Delete ${one}`,
      params: byId,
      response: { 200: doneWith(idOnly.extend({ version: z.int().optional() })) },
    },
  }
}

/** An action on one record. */
export const actionContract = ({ label: group }: Resource, action: ActionDeclaration) => ({
  tags: [group],
  summary: action.label,
  params: byId,
  ...(action.input && { body: documented(inputJson(action.input, { isNew: true })) }),
  response: { 200: doneWith(z.unknown()) },
})

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

const once = z.string(msg('give_each_key_only_once'))

const optionKeys = z.strictObject({
  search: once.transform((text) => cleanLine(text).slice(0, 200)).optional(),
  id: once
    .transform((text) => text.split(betweenNumbers).filter(Boolean).map(Number))
    .refine(
      (ids) => ids.length <= perPageLimit && ids.every(Number.isSafeInteger),
      `id must be at most ${perPageLimit} whole numbers.`,
    )
    .optional()
    .describe('Only these ids, with commas between them'),
  limit: once
    .transform(Number)
    .refine((limit) => Number.isInteger(limit) && limit >= 1, 'limit must be a whole number.')
    .optional(),
  inactive: once
    .pipe(z.enum(['0', '1'], 'inactive must be 0 or 1.'))
    .optional()
    .describe('1: also those that are no longer offered'),
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

const pageOf = (record: z.ZodType) =>
  z.object({
    data: z.array(record),
    meta: z.object({
      current_page: z.int(),
      per_page: z.int(),
      last_page: z.int(),
      total: z.int(),
      total_is: z.enum(['exact', 'estimate']),
      from: z.int().nullable(),
      to: z.int().nullable(),
    }),
  })

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

const reason = z.string().trim().max(500).optional()
const values = z.record(z.string(), z.unknown())
const allowance = z.object({ left: z.int().describe('Acts left within the hour'), limit: z.int() })

/** One record: one masked field of it, or all. */
const revealRecord = ({ label, one }: Resource) => ({
  tags: [label],
  summary: `Masked values of ${one} in the clear; the audit log keeps who asked`,
  params: byId,
  body: z.strictObject({ field: z.string().optional(), reason }),
  response: {
    200: z.object({
      data: z.union([z.object({ values }), z.object({ field: z.string(), value: z.unknown() })]),
      meta: allowance,
    }),
  },
})

/** The page of a list. */
const revealPage = ({ label }: Resource) => ({
  tags: [label],
  summary: 'Masked values of the page of a list in the clear, by id',
  body: z.strictObject({
    ids: z.array(z.int().positive()).min(1).max(perPageLimit),
    fields: z.array(z.string()).min(1).max(100).optional(),
    reason,
  }),
  response: { 200: z.object({ data: z.record(z.string(), values), meta: allowance }) },
})

export type RecordReveal = z.output<ReturnType<typeof revealRecord>['body']>
export type PageReveal = z.output<ReturnType<typeof revealPage>['body']>
/** Values in the clear, and how many more acts of the hour are left. */
export interface Revealed<Data> {
  readonly data: Data
  readonly meta: z.output<typeof allowance>
}

export const revealContract = { record: revealRecord, page: revealPage }
