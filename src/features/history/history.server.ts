import { sql } from 'kysely'

import { historyContract as contract, type Reversion } from '#contract'
import { type Resource, kindOf, mayWrite, type Field } from '#schema'

import type { Api } from '../../server/kernel/behavior/serverParts.ts'
import type { Backend } from '../../server/kernel/backend.ts'
import { idPath } from '../../server/records/idPath.ts'
import { saveLines } from '../../server/records/write/lines/lines.ts'
import { transact, type Scope } from '../../server/records/write/transact.ts'
import { doneMessage } from '../../server/records/write/validation/problems.ts'
import { readBack, changeStored } from '../../server/records/write/write.ts'
import { seeFrom } from '../../server/records/read/history/readHistory.ts'
import { readTimeline } from '../../server/records/read/history/readTimeline.ts'
import type { Write } from '../../server/records/read/states.ts'
import { conflict, forbidden, notFound } from '../../server/kernel/errors.ts'
import { lockRecord, type Stored } from '../../server/records/read/record.ts'
import type { Row } from '../../server/records/read/select.ts'
import { msg } from '../../texts/serverMsg.ts'

/** What changed on each record and what else happened to it, for those who see the record. */
export function historyRoutes(app: Api, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (!resource.operations.includes('show') || resource.view) continue
    if (resource.operations.includes('edit')) revertRoute(app, backend, resource)
    const config = { access: { resource, operation: 'show' } } as const
    app.get(
      `/${resource.api}/${idPath}/timeline`,
      { schema: contract.read(resource), config },
      ({ user, params: { id }, query: { before } }) =>
        readTimeline(backend, resource, user, { id, before }),
    )
  }
}

function revertRoute(app: Api, backend: Backend, resource: Resource): void {
  const config = { access: { resource, operation: 'edit' } } as const
  const path = `/${resource.api}/${idPath}/revert`
  app.post(path, { schema: contract.revert(resource), config }, (request) =>
    transact(backend, request, async (scope) => {
      const { id } = await revertEntry(resource, request.params.id, request.body, scope)
      const data = await readBack(resource, id, scope)
      return { message: doneMessage(resource, 'updated'), data }
    }),
  )
}

/**
 * Writes back what an entry of the history replaced, as far as the user may set it: like any change, and also where the
 * user sees the values masked. Throws 404 for an entry that the user does not see, 409 when the record has changed since.
 */
async function revertEntry(
  resource: Resource,
  id: number,
  { entry, version }: Reversion,
  scope: Scope,
): Promise<Stored> {
  if (resource.access.edit(scope.user) === false) throw forbidden()
  const record = await lockRecord(resource, scope.user, id, 'edit', scope.sql)
  if (record.version !== version) {
    throw conflict(msg('changed_by_someone_else_reload_the_record'))
  }
  const values = await valuesBefore(resource, id, entry, scope)
  return saveLines(resource, await changeStored(resource, record, values, scope), scope)
}

async function valuesBefore(
  resource: Resource,
  id: number,
  entry: number,
  { backend, user, sql: database }: Scope,
): Promise<Row> {
  const { rows } = await sql<Write>`
    select before, after from audit_log
    where resource = ${resource.name} and record_id = ${id} and id = ${entry}
      and before is not null and after is not null`.execute(database)
  const see = await seeFrom(backend, resource, user, { id, before: entry + 1 }, database)
  const [write] = rows
  if (!write || !see(write)?.before) throw notFound()
  const names = Object.keys({ ...write.before, ...write.after }).filter((name) => {
    const field: Field | undefined = resource.fields[name]
    return field !== undefined && mayWrite(user, field) && !kindOf(field).writeOnly
  })
  return Object.fromEntries(names.map((name) => [name, write.before?.[name] ?? null]))
}
