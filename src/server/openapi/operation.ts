import type { User } from '#schema'

import type { RouteAccess } from '../kernel/guard.ts'
import { Content, jsonOf, type About, type Json, type Shape } from '../kernel/describe.ts'

/** A route that has described itself. */
export interface DescribedRoute {
  readonly method: string
  /** As it was registered, below `/api`: `/tags/:id(^\\d{1,15}$)`. */
  readonly path: string
  readonly access: RouteAccess
  readonly about: About
}

/** What the document says of one route to one user. */
export function operationOf({ path, access, about }: DescribedRoute, user: User): Json {
  const { group, summary, query, headers, body, answers } =
    typeof about === 'function' ? about(user) : about
  const parameters = [
    ...inPath(path),
    ...parametersIn('query', query),
    ...parametersIn('header', headers),
  ]
  return {
    tags: [group],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body, 'input') } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(answerOf)),
      '4XX': { $ref: '#/components/responses/refused' },
    },
    ...(access === 'public' && { security: [] }),
  }
}

const parameter = /:(\w+)(\((?:[^()]|\([^()]*\))*\))?/g

/** The path as OpenAPI writes it: `/tags/{id}`. */
export const plainPath = (path: string): string => path.replaceAll(parameter, '{$1}')

function inPath(path: string): Json[] {
  return [...path.matchAll(parameter)].map(([, name, pattern]) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchema(pattern?.slice(1, -1)),
  }))
}

function pathSchema(pattern: string | undefined): Json {
  if (pattern === undefined) return { type: 'string' }
  return pattern.startsWith('^\\d') ? { type: 'integer' } : { type: 'string', pattern }
}

function parametersIn(place: 'query' | 'header', shape: Shape | undefined): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = jsonOf(shape, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    // What is no plain value travels as JSON.
    ...('$ref' in schema ? { content: { 'application/json': { schema } } } : { schema }),
  }))
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
}

function answerOf([status, shape]: [string, Shape | Content | null]): [string, Json] {
  const content = shape && { content: contentOf(shape, 'output') }
  return [status, { description: 'Done', ...content }]
}

function contentOf(shape: Shape | Content, io: 'input' | 'output'): Json {
  if (shape instanceof Content) return { [shape.media]: { schema: shape.schema } }
  return { 'application/json': { schema: jsonOf(shape, io) } }
}
