/** What the page needs of an OpenAPI document. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
}

interface Operation {
  tags?: string[]
  summary: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** One call of the API as a line of the reference. */
export interface Entry {
  group: string
  method: string
  path: string
  summary: string
  query: string[]
  body: { name: string; type: string; isRequired: boolean }[]
}

/** The calls of a document by their group, those whose path or words hold the search. */
export function entriesOf({ paths }: OpenApi, search: string): Map<string, Entry[]> {
  const wanted = search.trim().toLowerCase()
  const groups = new Map<string, Entry[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const entry = entryOf(path, method, operation)
      const text = `${entry.group} ${method} ${path} ${entry.summary}`.toLowerCase()
      if (text.includes(wanted))
        groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
    }
  }
  return groups
}

function entryOf(path: string, method: string, operation: Operation): Entry {
  const schema = operation.requestBody?.content['application/json']?.schema
  const fields = Object.entries(schema?.properties ?? {})
  return {
    group: operation.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path: `/api${path}`,
    summary: operation.summary,
    query: (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
    body: fields.map(([name, field]) => ({
      name,
      type: typeOf(field),
      isRequired: schema?.required?.includes(name) ?? false,
    })),
  }
}

function typeOf({ type, format, enum: choices, maxLength }: Schema): string {
  if (choices) return choices.map(String).join(' | ')
  const name = [type ?? 'any'].flat().join(' | ')
  return [name, format && `(${format})`, maxLength && `≤ ${maxLength}`].filter(Boolean).join(' ')
}
