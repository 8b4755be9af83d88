import { z } from 'zod'

import {
  kindOf,
  mayRead,
  mayWrite,
  schemaOf,
  type ActionDeclaration,
  type Field,
  type Operation,
  type Resource,
  type User,
} from '#schema'

import { groupsName, groupsReference, groupsSchema } from './groups.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of what one user may call: other routes and fields do not appear. */
export function openApiDocument(resources: readonly Resource[], user: User): Json {
  const visible = resources.filter((resource) =>
    resource.operations.some((operation) => isAllowed(resource, operation, user)),
  )
  return {
    openapi: '3.1.0',
    info: { title: 'Leadgate', version: '1', description: 'Lists, records and acts you may use.' },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: visible.map(({ label }) => ({ name: label })),
    paths: Object.fromEntries(visible.flatMap((resource) => pathsOf(resource, user))),
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

function isAllowed(resource: Resource, operation: Operation, user: User): boolean {
  return resource.operations.includes(operation) && resource.access[operation](user) !== false
}

function pathsOf(resource: Resource, user: User): [string, Json][] {
  const { api } = resource
  const may = (operation: Operation) => isAllowed(resource, operation, user)
  const write = jsonBody(inputSchema(resource, user))
  const paths: [string, Json | false][] = [
    [`/${api}/search`, may('list') && listOperations(resource, user)],
    [
      `/${api}`,
      may('create') && { post: operation(resource, `Create ${resource.one}`, write, '201') },
    ],
    [`/${api}/{id}`, byId(resource, may, write)],
    [
      `/${api}/export`,
      may('export') && { post: operation(resource, 'Export as a job', exportBody, '202') },
    ],
    [`/${api}/import`, may('import') && { post: operation(resource, 'Import a file', {}, '202') }],
    [`/${api}/bulk/update`, may('edit') && { post: operation(resource, 'Change many', bulkBody) }],
    [
      `/${api}/bulk/delete`,
      may('delete') && { post: operation(resource, 'Delete many', bulkBody) },
    ],
    ...actionPaths(resource, user),
  ]
  return paths.filter((path): path is [string, Json] => path[1] !== false)
}

function byId(resource: Resource, may: (one: Operation) => boolean, write: Json): Json | false {
  const one = { parameters: [idParameter] }
  const methods = {
    ...(may('show') && { get: operation(resource, `Read ${resource.one}`, one) }),
    ...(may('edit') && {
      put: operation(resource, `Change ${resource.one}`, { ...one, ...write }),
    }),
    ...(may('delete') && { delete: operation(resource, `Delete ${resource.one}`, one) }),
  }
  return Object.keys(methods).length > 0 && methods
}

function actionPaths(resource: Resource, user: User): [string, Json][] {
  return Object.entries<ActionDeclaration>(resource.actions ?? {})
    .filter(([, action]) => user.permissions.has(action.permission))
    .map(([name, { label }]) => [
      `/${resource.api}/{id}/${name}`,
      { post: operation(resource, label, { parameters: [idParameter] }) },
    ])
}

function operation(resource: Resource, summary: string, more: Json, status = '200'): Json {
  return {
    tags: [resource.label],
    summary,
    ...more,
    responses: {
      [status]: {
        description: 'Done',
        content: json({ $ref: `#/components/schemas/${resource.name}` }),
      },
      '4XX': { $ref: '#/components/responses/refused' },
    },
  }
}

/** The same keys in the address, or in a body where they would be too long for it. */
function listOperations(resource: Resource, user: User): Json {
  const names = (resource.filters ?? []).filter((name) => {
    const field: Field | undefined = resource.fields[name]
    return !field || mayRead(user, field)
  })
  const keys = ['search', 'sort', 'page', 'per_page', ...names]
  const parameters = keys.map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
  const groups = { name: 'where', in: 'query', content: json(groupsReference) }
  const properties = Object.fromEntries(keys.map((name) => [name, {}]))
  return {
    get: operation(resource, `List ${resource.label}`, { parameters: [...parameters, groups] }),
    post: operation(
      resource,
      `List ${resource.label}`,
      jsonBody({ type: 'object', properties: { ...properties, where: groupsReference } }),
    ),
  }
}

function recordSchema(resource: Resource, user: User): Json {
  const fields = Object.entries<Field>(resource.fields).filter(([, field]) => mayRead(user, field))
  return { type: 'object', properties: Object.fromEntries(fields.map(withSchema)) }
}

function inputSchema(resource: Resource, user: User): Json {
  const fields = Object.entries<Field>(resource.fields).filter(([, field]) => mayWrite(user, field))
  const needed = fields.filter(
    ([, { options }]) => !options.optional && options.default === undefined,
  )
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(withSchema)),
    required: needed.map(([name]) => name),
    additionalProperties: false,
  }
}

function withSchema([name, field]: [string, Field]): [string, Json] {
  const schema = z.toJSONSchema(schemaOf(field), { io: 'input', unrepresentable: 'any' })
  const { $schema: _, ...rest } = schema
  const { help } = field.options
  return [
    name,
    {
      ...rest,
      ...(help && { description: help }),
      ...(kindOf(field).writeOnly && { writeOnly: true }),
    },
  ]
}

const json = (schema: Json) => ({ 'application/json': { schema } })
const jsonBody = (schema: Json) => ({ requestBody: { required: true, content: json(schema) } })

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }

const bulkBody = jsonBody({
  type: 'object',
  properties: {
    ids: { type: 'array', items: { type: 'integer' } },
    filter: { type: 'object', properties: { where: groupsReference } },
    expected_count: { type: 'integer' },
    values: { type: 'object' },
  },
})

const exportBody = jsonBody({
  type: 'object',
  properties: {
    filter: { type: 'object', properties: { where: groupsReference } },
    columns: { type: 'array', items: { type: 'string' } },
  },
})

const answers = {
  refused: {
    description: 'Refused: the message says why; errors name the fields',
    content: json({
      type: 'object',
      properties: {
        message: { type: 'string' },
        errors: {
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    }),
  },
}
