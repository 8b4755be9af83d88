import { Readable } from 'node:stream'

import { uploadContract as contract } from '#contract'
import { isObject, kindOf, type Field } from '#schema'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import { notFound } from '../kernel/errors.ts'
import { piecesInTurn } from '../kernel/turns/fairShare.ts'
import { attachment } from '../kernel/behavior/attachment.ts'
import { getRecord } from '../records/read/select.ts'
import { idPath } from '../records/idPath.ts'
import { findFile, readFile } from './store.ts'

/** The files of records, for anyone who may see the record and the field. */
export function recordFileRoutes(app: Api, backend: Backend): void {
  for (const resource of backend.business.resources) {
    const names = Object.entries<Field>(resource.fields).flatMap(([name, field]) =>
      kindOf(field).file ? [name] : [],
    )
    if (names.length === 0 || !resource.operations.includes('show')) continue
    const schema = contract.ofRecord(resource)
    const config = { access: { resource, operation: 'show' } } as const
    const path = `/${resource.api}/${idPath}/file/:field(^(?:${names.join('|')})$)`
    app.get(path, { schema, config }, async (request, reply) => {
      const { user, params } = request
      const record = await getRecord(backend, resource, user, params.id)
      const held = record[params.field]
      const file = isObject(held) && (await findFile(backend.database.sql, String(held['id'])))
      if (!file) throw notFound()
      const pieces = piecesInTurn(request, readFile(backend.database.sql, file.id))
      const sent = { name: file.name, type: file.media_type, length: file.stored }
      const content = Readable.from(pieces, { objectMode: false })
      return reply.headers(attachment(sent)).send(content)
    })
  }
}
