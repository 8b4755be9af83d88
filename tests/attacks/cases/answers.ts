import { expect } from 'vitest'
import { z } from 'zod'

import { refusal } from '#contract'

import type { Answer, TestServer } from '../../fixtures/server.ts'

interface Operation {
  tags: string[]
  summary: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: object }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

/** Every operation with its method and path. */
export const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

export const linesIn = (document: Document) =>
  operationsIn(document).map(({ path, method }) => `${method.toUpperCase()} ${path}`)

const strictRefusal = refusal.strict()

/** Documents of several users mostly say the same. */
const schemasByText = new Map<string, z.ZodType>()

function schemaFrom(text: string): z.ZodType {
  const schema = schemasByText.get(text) ?? z.fromJSONSchema(JSON.parse(text))
  schemasByText.set(text, schema)
  return schema
}

export interface Call {
  readonly id?: number | string | undefined
  /** Other parts of the path. */
  readonly kind?: string
  readonly number?: number
  readonly query?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly token?: string
}

/** Calls routes by their place in the document and holds every answer against what stands there. */
export function answersOf({ app }: TestServer, document: Document, token: string) {
  const lines = new Set(linesIn(document))
  const answered = new Set<string>()
  const schemas = new Map<unknown, z.ZodType>()
  const schemaOf = (json: object) => {
    const schema = schemas.get(json) ?? schemaFrom(JSON.stringify(resolved(json, document)))
    schemas.set(json, schema)
    return schema
  }

  /** Holds an answer against the document. */
  function fits(line: string, { status, body, headers }: Answer): void {
    const [method = '', path = ''] = line.split(' ')
    const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
    const place = `${line} ${status} ${JSON.stringify(body).slice(0, 600)}`
    const issuesOf = (schema: z.ZodType) => schema.safeParse(body).error?.issues ?? []
    if (status >= 400) {
      expect(status, place).toBeLessThan(500)
      expect(issuesOf(strictRefusal), place).toEqual([])
      return
    }
    expect(Object.keys(responses), place).toContain(String(status))
    const [said] = Object.entries(responses[status]?.content ?? {})
    if (!said) expect(body, place).toBe('')
    else {
      const [media, { schema }] = said
      // A file of any kind.
      if (media !== 'application/octet-stream') {
        expect(headers['content-type'], place).toContain(media)
        expect(issuesOf(schemaOf(schema)), place).toEqual([])
      }
    }
    answered.add(line)
  }

  async function call(line: string, { id = '', kind = '', number = 0, query, ...more }: Call = {}) {
    const [method = '', path = ''] = line.split(' ')
    if (!lines.has(line)) throw new Error(`${line} is not in the document`)
    const address = path
      .replace('{kind}', kind)
      .replace('{number}', String(number))
      .replace(/\{\w+\}/, String(id))
    const response = await app.inject({
      method: method as 'GET',
      url: `/api${address}${query ? `?${query}` : ''}`,
      headers: { authorization: `Bearer ${more.token ?? token}`, ...more.headers },
      ...(more.body === undefined ? {} : { payload: more.body as object }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    const answer = {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
    }
    fits(line, answer)
    return answer
  }

  /** The `data` of an answer that is no refusal; the whole where it has none. */
  async function data(line: string, more: Call = {}): Promise<any> {
    const { status, body } = await call(line, more)
    expect(status, `${line} ${JSON.stringify([more.body, body])}`).toBeLessThan(400)
    return body.data ?? body
  }

  return { call, data, fits, answered, has: (line: string) => lines.has(line) }
}

export type Answers = ReturnType<typeof answersOf>

/** The schema with everything in place that it points at. */
function resolved(schema: unknown, document: Document): unknown {
  if (Array.isArray(schema)) return schema.map((one) => resolved(one, document))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: string }
  if ($ref) return resolved(document.components.schemas[$ref.split('/').at(-1) ?? ''], document)
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, resolved(value, document)]),
  )
}
