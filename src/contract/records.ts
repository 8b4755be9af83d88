import { z } from 'zod'

import {
  memoizeByObject,
  betweenNumbers,
  cleanLine,
  countedFields,
  perPageLimit,
  type ActionDeclaration,
  type Resource,
} from '#schema'

import {
  byId,
  contentOf,
  dataOf,
  documented,
  doneWith,
  idOnly,
  keyHeader,
  recordOf,
} from './contract.ts'
import { answerJson, optionJson, withVersion } from './recordJson.ts'
import { inputJson, needing } from './fieldJson.ts'
import { listKeys } from './listJson.ts'
import { msg } from '../texts/serverMsg.ts'

/**
 * The contracts of a resource's derived routes, made from its declaration. They let every body and every filter through:
 * the gate refuses them field by field. What takes a permission to know carries it as `x-permissions`.
 */
export const recordContract = memoizeByObject(createContract)

function createContract(resource: Resource) {
  const { label, one, fields } = resource
  const tags = [label]
  const record = recordOf(resource)
  const keys = () => listKeys(resource)
  const list = {
    tags,
    summary: `List ${label}`,
    ...(resource.listedBy && { params: byId }),
    response: { 200: pageOf(record) },
  }
  return {
    list: { ...list, querystring: documented(keys) },
    listByBody: {
      ...list,
      summary: `List ${label}, asked for in a body`,
      body: documented(keys),
    },
    tabs: {
      tags,
      summary: `Tabs of ${label}, with how many each holds`,
      body: documented(keys),
      response: { 200: dataOf(z.array(tab)) },
    },
    values: {
      tags,
      summary: `The values that ${label} have of a field, the most frequent first, with how many have each`,
      querystring: z.object({ of: countedName(resource) }),
      body: documented(keys),
      response: { 200: dataOf(z.array(tab)) },
    },
    show: { tags, summary: `Read ${one}`, params: byId, response: { 200: dataOf(record) } },
    options: {
      tags,
      summary: `${label} to choose from`,
      querystring: optionKeys,
      response: {
        200: z.object({
          data: z.array(documented(() => optionJson(resource))),
          meta: z.object({
            is_complete: z.boolean().describe('Whether no more match than these'),
          }),
        }),
      },
    },
    create: {
      tags,
      summary: `Create ${one}`,
      headers: keyHeader,
      body: documented(() => inputJson(fields, { isNew: true })),
      response: {
        201: doneWith(record),
        // What was there already and was filled; its record for those who may know which it is.
        200: doneWith(record).extend({ meta: z.object({ is_filled: z.literal(true) }) }),
      },
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
      body: documented(() => withVersion(inputJson(fields, { isNew: false }))),
      response: {
        // What was changed, and has not come to what it was changed for, as the message says.
        200: doneWith(record).extend({
          meta: z.object({ is_warning: z.literal(true) }).optional(),
        }),
      },
    },
    arrange: {
      tags,
      summary: `Put all ${label} in a new order`,
      body: arrangement,
      response: {
        200: doneWith(z.object({ records: z.array(idOnly.extend({ version: z.int() })) })),
      },
    },
    delete: {
      tags,
      summary: `Delete ${one}`,
      headers: keyHeader,
      params: byId,
      response: { 200: doneWith(idOnly.extend({ version: z.int().optional() })) },
    },
  }
}

const arrangement = z
  .strictObject({
    ids: z.array(z.int()).min(1).max(perPageLimit).describe('All of them, in their new order'),
    versions: z.array(z.int()).describe('The version that each was seen in'),
  })
  .refine(({ ids, versions }) => ids.length === versions.length, { path: ['versions'] })

const tab = z.object({
  value: z.union([z.string(), z.int()]).describe('A value of the field, or the name of a view'),
  count: z.int().nullable().describe('Null where counting would take too long'),
  is_more: z.boolean().describe('Whether there are more than that'),
})

/** The fields whose values are told, each to its readers. */
const countedName = (resource: Resource) =>
  z.union(
    countedFields(resource).map((name) =>
      z.literal(name).meta(needing(resource.fields[name].options.readBy)),
    ),
  )

/** A tab over a list. */
export type TabCount = z.output<typeof tab>

/** An action without a record. */
export const listActionContract = (
  { label }: Resource,
  { input, answer, file, ...action }: ActionDeclaration,
) => ({
  tags: [label],
  summary: `${action.label}: ${label}`,
  ...(action.once && { headers: keyHeader }),
  ...(input && { body: documented(() => inputJson(input, { isNew: true })) }),
  response: {
    200: file
      ? contentOf(...[file].flat())
      : doneWith(answer ? documented(() => answerJson(answer)) : z.unknown()),
  },
})

/** An action on one record. */
export function actionContract(resource: Resource, action: ActionDeclaration) {
  const { addressedBy, input: all = {} } = action
  const { [addressedBy ?? '']: _, ...body } = all
  const input = Object.keys(body).length > 0 ? body : undefined
  const params = addressedBy
    ? byId.extend({ [addressedBy]: z.coerce.number<string>().int() })
    : byId
  return {
    ...listActionContract(resource, { ...action, input }),
    summary: `${action.label}: ${resource.one}`,
    params,
  }
}

/** The same by DELETE of the record. */
export function closingContract(resource: Resource, action: ActionDeclaration) {
  const contract = actionContract(resource, action)
  return { ...contract, summary: `${contract.summary}, as its deletion` }
}

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

const pageMeta = z.object({
  current_page: z.int(),
  per_page: z.int(),
  last_page: z.int(),
  total: z.int(),
  /** `estimate` when counting further would cost more than anybody gains. */
  total_is: z.enum(['exact', 'estimate']),
  from: z.int().nullable(),
  to: z.int().nullable(),
})

/** Where a page of a list stands in it. */
export type PageMeta = z.output<typeof pageMeta>

const pageOf = (record: z.ZodType) => z.object({ data: z.array(record), meta: pageMeta })
