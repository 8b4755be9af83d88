import { Metadata } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import { uploadContract as contract, type UnfinishedUpload } from '#contract'
import { isTaken, kindOf, mayWrite, type Field, type User } from '#schema'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import { badRequest, forbidden, notFound, tooLarge, unsupported } from '../kernel/errors.ts'
import { otherTypeText, recordPurpose, tooLargeText } from '../records/write/files.ts'
import { badFile } from '../../csv/fileError.ts'
import { workbook } from '../../csv/signature.ts'
import { attempts, type Attempt } from './uploadStore.ts'
import { findFile, type StoredFile } from './store.ts'
import { msg } from '../../texts/serverMsg.ts'
import { partLimit, uploadPath, uploadIdPath, createTus } from './tusServer.ts'
import { webRequest, send } from './webRequest.ts'

/** Milliseconds in which a part must arrive: less than 4 KB a second is no connection. */
const bodyTimeoutMs = 600_000

/** Resumable uploads by the tus protocol, version 1.0.0. */
export function uploadRoutes(app: Api, backend: Backend): void {
  const tus = createTus(backend)
  const access = 'signed-in'
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const attempt: Attempt = { request }
    const response = await attempts.run(attempt, () => tus.handleWeb(webRequest(request)))
    // A client hears why a part was refused when it has sent the rest of it.
    request.raw.unpipe().resume()
    // What a store throws the library may take for a connection that was cut.
    if (attempt.failure && !response.ok) throw attempt.failure
    return send(reply, response)
  }
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  )
  app.post(uploadPath, { schema: contract.begin, config: { access } }, (request, reply) => {
    checkNewUpload(backend, request)
    return answer(request, reply)
  })
  app.get(uploadPath, { schema: contract.unfinished, config: { access } }, async ({ user }) => ({
    data: await unfinishedUploads(backend, user),
  }))
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
    app.route({
      method,
      url: `${uploadPath}/${uploadIdPath}`,
      schema: contract.byMethod[method],
      config: { access, work: 'streams', bodyTimeoutMs, swagger: { exposeHeadRoute: true } },
      onRequest: async (request) => {
        checkEncoding(request)
        checkPart(request)
      },
      handler: async (request, reply) => {
        const { user, params } = request
        await request.inTurn(() => ownUpload(backend, user, params.id))
        return answer(request, reply)
      },
    })
  }
}

/** A file that the user uploaded for a purpose that is still open to him. 404 for any other. */
export async function ownUpload(backend: Backend, user: User, id: string): Promise<StoredFile> {
  const file = await findFile(backend.database.sql, id)
  if (file?.user_id !== user.id || !mayUpload(backend, user, file.purpose)) throw notFound()
  return file
}

/** The own uploads that can go on, the newest first. */
async function unfinishedUploads(backend: Backend, user: User) {
  const { rows } = await sql<UnfinishedUpload>`
    select id, name, purpose, size, stored, metadata ->> 'modified' as modified, created_at, expires_at
    from files
    where user_id = ${user.id} and purpose like 'import:%' and stored < size and expires_at > now()
    order by created_at desc, id`.execute(backend.database.sql)
  return rows.filter(({ purpose }) => mayUpload(backend, user, purpose))
}

/** The field that an upload is for: `record:books.cover`. */
function fieldOfPurpose({ business }: Backend, purpose: string) {
  for (const resource of business.resources) {
    for (const [name, field] of Object.entries<Field>(resource.fields)) {
      if (kindOf(field).file && purpose === recordPurpose(resource, name))
        return { resource, field }
    }
  }
  return undefined
}

/** Whether the user may upload for a purpose: `import:books` asks the rule of importing books. */
function mayUpload(backend: Backend, user: User, purpose: string): boolean {
  const filled = fieldOfPurpose(backend, purpose)
  if (filled) {
    const { operations, access } = filled.resource
    const mayMake = (['create', 'edit'] as const).some(
      (one) => operations.includes(one) && access[one](user) !== false,
    )
    return mayMake && mayWrite(user, filled.field)
  }
  const resource = backend.business.resources.find(({ name }) => purpose === `import:${name}`)
  return (
    resource !== undefined &&
    resource.operations.includes('import') &&
    resource.access.import(user) !== false
  )
}

const isTable = (name: string) => /\.(?:csv|xlsx)$/i.test(name)
const isWorkbook = (name: string) => /\.xlsx$/i.test(name)

/** Refuses before a byte is stored: no permission, another kind of file, nonsense. */
function checkNewUpload(backend: Backend, { user, headers }: FastifyRequest): void {
  const { filename, filetype, purpose } = metadataOf(headers['upload-metadata'])
  if (!mayUpload(backend, user, purpose ?? '')) throw forbidden()
  const field = fieldOfPurpose(backend, purpose ?? '')?.field
  if (field) checkFile(field, filetype ?? '', Number(headers['upload-length']))
  else checkTable(filename ?? '')
  if (headers['upload-length'] === undefined) throw badRequest('Send Upload-Length.')
}

function checkFile(field: Field, type: string, bytes: number): void {
  const bounds = kindOf(field).file?.(field)
  if (!bounds) return
  const problem = bytes > bounds.bytes ? tooLargeText(bounds.bytes) : otherTypeText(bounds.types)
  if (bytes > bounds.bytes || !isTaken(bounds.types, type)) throw badFile(problem)
}

function checkTable(filename: string): void {
  if (!isTable(filename)) throw badFile(msg('file_extension_is_not_allowed_please_upload'))
  if (isWorkbook(filename)) throw badFile(workbook)
}

function metadataOf(header: unknown): Record<string, string | null | undefined> {
  if (typeof header !== 'string' || header.length > 4_000) {
    throw badRequest(msg('send_upload_metadata_with_filename_and_purpose'))
  }
  try {
    return Metadata.parse(header)
  } catch {
    throw badRequest(msg('upload_metadata_is_not_valid'))
  }
}

/** The bytes of a file are counted, so they must come as they are. */
function checkEncoding({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw unsupported(msg('send_the_file_as_it_is_without'))
  }
}

function checkPart({ method, headers }: FastifyRequest): void {
  if (method !== 'PATCH') return
  const length = headers['content-length']
  if (length === undefined) throw badRequest('Send Content-Length.')
  if (Number(length) > partLimit) throw tooLarge(msg('send_the_file_in_parts_of_at'))
}
