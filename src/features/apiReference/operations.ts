import { groupBy } from '#schema'

/** What the page needs of an OpenAPI document. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
  items?: Schema
  $ref?: string
}

type Content = Record<string, { schema: Schema }>

interface Operation {
  tags?: string[]
  summary: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Content }
  responses?: Record<string, { content?: Content; $ref?: string }>
}

/** A value by its name, of which an answer is a whole path: `data[].name`. */
export interface Named {
  name: string
  type: string
  isRequired: boolean
}

/** One call of the API as a line of the reference. */
export interface Entry {
  group: string
  method: string
  path: string
  summary: string
  query: Named[]
  body: Named[]
  /** What is answered, by status. */
  answers: [status: string, values: Named[]][]
}

type Schemas = Readonly<Record<string, Schema>>

/** The calls of a document by their group, those whose path or words hold the search. */
export function entriesOf({ paths, components }: OpenApi, search: string): Map<string, Entry[]> {
  const wanted = search.trim().toLowerCase()
  const schemas = components?.schemas ?? {}
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => entryOf(path, method, operation, schemas)),
  )
  const isWanted = ({ group, method, path, summary }: Entry) =>
    `${group} ${method} ${path} ${summary}`.toLowerCase().includes(wanted)
  return groupBy(entries.filter(isWanted), ({ group }) => group)
}

function entryOf(path: string, method: string, operation: Operation, schemas: Schemas): Entry {
  const { tags, summary, parameters = [], requestBody, responses = {} } = operation
  const schema = requestBody?.content['application/json']?.schema
  return {
    group: tags?.[0] ?? '',
    method: method.toUpperCase(),
    path: `/api${path}`,
    summary,
    query: parameters
      .filter((one) => one.in === 'query')
      .map(({ name, required = false, schema: shape = {} }) => ({
        name,
        type: typeOf(shape),
        isRequired: required,
      })),
    body: Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
      name,
      type: typeOf(field),
      isRequired: schema?.required?.includes(name) ?? false,
    })),
    answers: Object.entries(responses)
      .filter(([, { $ref }]) => $ref === undefined)
      .map(([status, { content }]) => [status, answerOf(content, schemas)]),
  }
}

/** Every value of an answer; of a body that is not JSON its media type. */
function answerOf(content: Content | undefined, schemas: Schemas): Named[] {
  if (!content) return []
  const schema = content['application/json']?.schema
  if (schema) return valuesIn(schema, '', schemas, [])
  return [{ name: '', type: Object.keys(content).join(', '), isRequired: true }]
}

/** `within` keeps what holds itself from being followed for ever. */
function valuesIn(schema: Schema, name: string, schemas: Schemas, within: string[]): Named[] {
  const { $ref, items, properties } = schema
  const target = $ref?.split('/').at(-1)
  const known = target === undefined ? undefined : schemas[target]
  if (target !== undefined && known && !within.includes(target))
    return valuesIn(known, name, schemas, [...within, target])
  if (items) return valuesIn(items, `${name}[]`, schemas, within)
  const inside = Object.entries(properties ?? {})
  if (inside.length === 0) return [{ name, type: target ?? typeOf(schema), isRequired: true }]
  return inside.flatMap(([key, value]) =>
    valuesIn(value, name === '' ? key : `${name}.${key}`, schemas, within),
  )
}

function typeOf({ type, format, enum: choices, maxLength }: Schema): string {
  if (choices) return choices.map(String).join(' | ')
  const name = [type ?? 'any'].flat().join(' | ')
  return [name, format && `(${format})`, maxLength && `≤ ${maxLength}`].filter(Boolean).join(' ')
}
