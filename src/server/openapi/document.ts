import type { Operation, Resource, User } from '#schema'

import { isAllowed } from '../kernel/guard.ts'
import { groupsName, groupsSchema } from './groups.ts'
import { operationOf, plainPath, type DescribedRoute } from './operation.ts'
import { recordSchema } from './record.ts'
import type { Json } from '../kernel/describe.ts'

/** The OpenAPI 3.1 document of what one user may call: other routes and fields do not appear. */
export function openApiDocument(
  routes: readonly DescribedRoute[],
  resources: readonly Resource[],
  user: User,
): Json {
  const visible = resources.filter((resource) =>
    resource.operations.some((operation) => mayDo(resource, operation, user)),
  )
  const paths = pathsOf(routes, user)
  return {
    openapi: '3.1.0',
    info: { title: 'Leadgate', version: '1', description: 'Lists, records and acts you may use.' },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: groupsIn(paths).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: answers,
      schemas: {
        ...Object.fromEntries(
          visible.map((resource) => [resource.name, recordSchema(resource, user)]),
        ),
        [groupsName]: groupsSchema,
      },
    },
  }
}

type Paths = Readonly<Record<string, Readonly<Record<string, Json>>>>

const mayDo = (resource: Resource, operation: Operation, user: User) =>
  resource.operations.includes(operation) && resource.access[operation](user) !== false

/** The routes that the user may call, in the order in which they were registered. */
function pathsOf(routes: readonly DescribedRoute[], user: User): Paths {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    if (!isAllowed(route.access, user)) continue
    const path = plainPath(route.path)
    const operation = operationOf(route, user)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  return paths
}

function groupsIn(paths: Paths): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return [...new Set(operations.flatMap(({ tags }) => tags as string[]))]
}

const answers = {
  refused: {
    description: 'Refused: the message says why; errors name the fields',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            message: { type: 'string' },
            code: { type: 'string' },
            errors: {
              type: 'object',
              additionalProperties: { type: 'array', items: { type: 'string' } },
            },
          },
        },
      },
    },
  },
}
