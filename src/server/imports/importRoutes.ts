import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import type { Resource } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { answeredBefore, keyHeader, keyOf, once } from '../kernel/requestKeys.ts'
import { Content, dataOf, doneWith } from '../kernel/describe.ts'
import { piecesInTurn } from '../kernel/fairShare.ts'
import { transact } from '../records/recordRoutes.ts'
import type { Scope } from '../records/write/write.ts'
import { readBody } from '../kernel/readBody.ts'
import { encodings } from './encoding.ts'
import { importOptions, readingOptions } from './options.ts'
import { preview, uploadFor } from './preview.ts'
import { report } from './report.ts'
import { inspectFile, startImport, type Started } from './start.ts'

interface ById {
  Params: { id: string }
}

/** The routes by which files are taken in, of every resource that allows it. */
export function importRoutes(app: FastifyInstance, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (resource.operations.includes('import')) resourceRoutes(app, backend, resource)
  }
}

function resourceRoutes(app: FastifyInstance, backend: Backend, resource: Resource): void {
  const access = { resource, operation: 'import' } as const
  const { look, begin, refused } = aboutImports(resource)
  const path = `/${resource.api}/import`

  app.post(`${path}/preview`, { config: { access, about: look } }, async ({ user, body }) => ({
    data: await preview(backend, resource, user, body),
  }))

  app.post(path, { config: { access, about: begin } }, async (request, reply) => {
    const order = readBody(importOptions, request.body)
    const key = keyOf(request)
    const begun = (data: Started) => {
      reply.status(202)
      return { message: 'The import has begun.', data }
    }
    const before = await answeredBefore<Started>(key, backend.database.sql)
    if (before) return begun(before)
    const file = await uploadFor(backend, resource, request.user, order.upload_id)
    const inspected = await inspectFile(file, order, backend.database.sql)
    const start = (scope: Scope) => startImport(resource, inspected, order, scope)
    return begun(
      await transact(backend, request, (scope) => once(key, scope.sql, () => start(scope))),
    )
  })

  app.get<ById>(
    `${path}/:id(^\\d{1,15}$)/report`,
    { config: { access, about: refused } },
    async (request, reply) => {
      const id = Number(request.params.id)
      const lines = await report(resource, request.user, id, backend.database.sql)
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="import-${id}-refused.csv"`)
      return reply.send(Readable.from(piecesInTurn(request, lines)))
    },
  )
}

const warning = z.string().optional().describe('The very same file has come in before')

function aboutImports({ label: group }: Resource) {
  return {
    look: {
      group,
      summary: 'What an import of an uploaded file would find',
      body: readingOptions,
      answers: { 200: dataOf(found) },
    },
    begin: {
      group,
      summary: 'Import an uploaded file as a job',
      headers: keyHeader,
      body: importOptions,
      answers: { 202: doneWith(z.object({ id: z.int(), job_id: z.int(), warning })) },
    },
    refused: {
      group,
      summary: 'The rows that an import refused, and why',
      answers: { 200: new Content('text/csv') },
    },
  }
}

const found = z.object({
  encoding: z.enum(encodings),
  encodings: z
    .array(z.object({ encoding: z.enum(encodings), example: z.string() }))
    .optional()
    .describe('What else it may be, when the encoding is not certain: the import wants one chosen'),
  total: z.int().optional().describe('Rows of the whole file that are not blank'),
  delimiter: z.string(),
  headers: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  guess: z.array(z.string().nullable()).describe('The field that each column may be'),
  warning,
})
