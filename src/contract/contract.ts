import { z } from 'zod'
import { msg } from '../texts/serverMsg.ts'

/** A moment as the database prints it. */
export const moment = z.iso.datetime()

/** The id in a path. */
export const byId = z.object({ id: z.coerce.number<string>().int() })

export const idOnly = z.object({ id: z.int() })

/** The job that does what takes longer than a request. */
export const jobOnly = z.object({ job_id: z.int() })

/** A whole number in a query string. */
export const wholeNumber = (message: string) =>
  z
    .string(message)
    .regex(/^\d{1,15}$/, message)
    .transform(Number)

/** `{ data }`. */
export const dataOf = <Data extends z.ZodType>(data: Data) => z.object({ data })

/** `{ message, data }`, as every write answers. */
export const doneWith = <Data extends z.ZodType>(data: Data) =>
  z.object({ message: z.string(), data })

/** The same with nothing in `data`. */
export const done = doneWith(z.object({}))

/** A body that is not JSON. */
export const contentOf = (...media: readonly string[]) => ({
  content: Object.fromEntries(media.map((type) => [type, { schema: z.unknown() }])),
})

export type Json = Readonly<Record<string, unknown>>

/**
 * Documents a value and lets everything through: what stands behind it refuses with better messages. What takes long to
 * say, as of a whole record, is given as a function, which is called when the document is made.
 */
export const documented = (json: Json | (() => Json)) =>
  z.unknown().meta(typeof json === 'function' ? lazily(json) : json)

/** What a function returns, which is called when somebody looks at it. */
function lazily(make: () => Json): Json {
  let made: Json | undefined
  const value = () => (made ??= make())
  return new Proxy<Json>(
    {},
    {
      ownKeys: () => Reflect.ownKeys(value()),
      getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(value(), key),
      get: (_, key) => Reflect.get(value(), key),
    },
  )
}

/** The record of a resource, as far as the reader may see its fields. */
export const recordOf = ({ name }: { readonly name: string }) =>
  documented({ $ref: `#/components/schemas/${name}` })

const keyMessage = msg('idempotency_key_must_be_1_to_100')

/** The header of routes that begin work. */
export const keyHeader = z.looseObject({
  'idempotency-key': z
    .string(keyMessage)
    .regex(/^[!-~]{1,100}$/, keyMessage)
    .optional()
    .describe('For 24 hours the same key gets the answer of the first call'),
})

type Issues = readonly z.core.$ZodIssue[]

/** How a part of a request is refused, where messages by field would say too little or come too late. */
export interface PartRefusal {
  readonly status: 400 | 422
  message(issues: Issues): string
}

const partRefusals = new WeakMap<z.ZodType, PartRefusal>()

export const refusalOf = (schema: z.ZodType): PartRefusal | undefined => partRefusals.get(schema)

/** Refuses what does not fit the schema in one sentence. */
export function refusedWith<Schema extends z.ZodType>(
  schema: Schema,
  status: PartRefusal['status'],
  message: string | PartRefusal['message'],
): Schema {
  const sentence = typeof message === 'string' ? () => message : message
  partRefusals.set(schema, { status, message: sentence })
  return schema
}

/** What is wrong with a query string, in one sentence. */
export function queryMessage(issues: Issues): string {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) return msg('is_not_a_filter_here', { name: unknown.keys[0] })
  return issues[0]?.message ?? ''
}

/** What every refusal looks like: the message says why, `errors` names the fields. */
export const refusal = z.object({
  message: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  data: z.unknown().optional(),
})

/** What a handler gets of a body. */
export type BodyOf<Contract extends { readonly body: z.ZodType }> = z.output<Contract['body']>

/** The `data` of an answer. */
export type DataOf<
  Contract extends { readonly response: { readonly 200: z.ZodType<{ data: unknown }> } },
> = z.output<Contract['response'][200]>['data']
