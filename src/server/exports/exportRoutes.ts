import { exportContract as contract } from '#contract'
import { redactedKeys, redactedSearch, type Resource } from '#schema'

import { recordAudit } from '../audit/audit.ts'
import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { inTransaction } from '../database/connection.ts'
import { confirmPassword } from '../kernel/errors.ts'
import { checkExport, zoneOf, type ExportParameters } from './exportRequest.ts'
import { holdsContacts } from './tellBigExport.ts'
import { exportType } from './exportJob.ts'
import { once } from '../database/requestKeys.ts'
import { answeredBefore } from '../database/answeredBefore.ts'
import { assertStorable } from '../records/write/validation/forbiddenText.ts'
import { keyOf, authorOf } from '../kernel/guard.ts'
import { localeOf } from '../translations/answers.ts'
import { admit } from '../records/read/admit.ts'
import { msg } from '../../texts/serverMsg.ts'

/** `POST /{api}/export` of every resource that may be exported: starts a job that writes the file. */
export function exportRoutes(app: Api, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (resource.operations.includes('export')) exportRoute(app, backend, resource)
  }
}

function exportRoute(app: Api, backend: Backend, resource: Resource): void {
  const schema = contract.begin(resource)
  const config = { access: { resource, operation: 'export' } } as const
  app.post(`/${resource.api}/export`, { schema, config }, async (request, reply) => {
    const { user, body: wanted } = request
    const key = keyOf(request)
    const begun = (data: { job_id: number }) => {
      reply.status(202)
      return { message: msg('the_export_has_begun'), data }
    }
    const before = await answeredBefore<{ job_id: number }>(key, backend.database.sql)
    if (before) return begun(before)
    assertStorable(backend.business, { search: wanted.search, filter: wanted.filter })
    const askedAt = new Date()
    const { query, columns, masked } = checkExport(resource, user, wanted, askedAt)
    const isSensitive = holdsContacts({ resource, columns, masked })
    if (isSensitive && !request.isConfirmed) throw confirmPassword()
    const author = authorOf(request)
    const { looksIntoMasked } = await admit(resource, query, { backend, user, author })
    const parameters: ExportParameters = {
      ...wanted,
      columns: [...columns],
      // As it is now: all of a file is of one zone.
      timezone: zoneOf(wanted, user),
      resource: resource.name,
      asked_at: askedAt.toISOString(),
      locale: localeOf(request),
      looks_into_masked: looksIntoMasked,
    }
    const filter = redactedKeys(resource, wanted.filter)
    const search = redactedSearch(resource, wanted.search)
    const start = async (sql: Sql) => {
      const job_id = await backend.jobs.start(sql, {
        type: exportType,
        name: msg('export_of', { things: resource.label }),
        user_id: user.id,
        parameters,
      })
      await recordAudit(sql, {
        ...author,
        action: 'export',
        resource: resource.name,
        job_id,
        detail: {
          filter,
          search,
          sort: wanted.sort,
          columns,
          masked,
          ...(isSensitive && { reason: wanted.reason }),
        },
      })
      return { job_id }
    }
    return begun(await inTransaction(backend.database, (sql) => once(key, sql, () => start(sql))))
  })
}
