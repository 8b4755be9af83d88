import { sql } from 'kysely'

import {
  revealContract as contract,
  type PageReveal,
  type RecordReveal,
  type Revealed,
} from '#contract'
import { type Resource, isMasked, mayRead, mayUnmask, type Field, type User } from '#schema'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import { idPath } from '../records/idPath.ts'
import { transact, type Scope } from '../records/write/transact.ts'
import { forbidden, invalid, notFound } from '../kernel/errors.ts'
import { assertStorable } from '../records/write/validation/forbiddenText.ts'
import { quoted } from '../database/names.ts'
import type { Row } from '../records/read/select.ts'
import { ruleCondition } from '../records/read/where.ts'
import { countDisclosure } from '../records/read/disclosures.ts'
import { msg } from '../../texts/serverMsg.ts'
import { sourceOf } from '../records/read/source.ts'

/** The routes by which masked values are revealed, of every resource that has such values. */
export function revealRoutes(app: Api, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (hasMasks(resource)) resourceRoutes(app, backend, resource)
  }
}

function resourceRoutes(app: Api, backend: Backend, resource: Resource): void {
  const { api, operations } = resource
  const config = { access: { permission: revealPermissions(resource) } }
  if (operations.includes('show')) {
    const path = `/${api}/${idPath}/reveal`
    app.post(path, { schema: contract.record(resource), config }, (request) =>
      transact(backend, request, (scope) =>
        revealRecord(resource, request.params.id, request.body, scope),
      ),
    )
  }
  if (operations.includes('list')) {
    app.post(`/${api}/reveal`, { schema: contract.page(resource), config }, (request) =>
      transact(backend, request, (scope) => revealPage(resource, request.body, scope)),
    )
  }
}

/** Whether a resource has fields that are shown masked. */
const hasMasks = (resource: Resource): boolean => maskedNames(resource).length > 0

/** The permissions of which one lets a user reveal something of a resource. */
function revealPermissions(resource: Resource): string[] {
  const names = maskedNames(resource).flatMap(
    (name) => (resource.fields[name] as Field).options.unmaskBy ?? [],
  )
  return [...new Set(names)]
}

/**
 * The masked values of one record in the clear, or one of them as `{ field, value }`: one action of the hour, and one line
 * in the audit log. Throws 404 for a record that the user does not see, 429 when the hour's limit is used up.
 */
async function revealRecord(
  resource: Resource,
  id: number,
  { field, reason }: RecordReveal,
  scope: Scope,
): Promise<Revealed<{ values: Row } | { field: string; value: unknown }>> {
  const fields = chosen(resource, scope.user, field === undefined ? undefined : [field], 'field')
  const rule = resource.access.show(scope.user)
  const disclosure: Disclosure = { resource, ids: [id], fields, rule, reason, record: id }
  const { data, meta } = await disclose(disclosure, scope)
  const values = data[id] ?? {}
  return { data: field === undefined ? { values } : { field, value: values[field] ?? null }, meta }
}

/** The same for the page of a list, by id. Records that the user may not list are left out; throws 404 when none is left. */
async function revealPage(
  resource: Resource,
  { ids, fields: names, reason }: PageReveal,
  scope: Scope,
): Promise<Revealed<Record<number, Row>>> {
  const fields = chosen(resource, scope.user, names, 'fields')
  return disclose({ resource, ids, fields, rule: resource.access.list(scope.user), reason }, scope)
}

const maskedNames = (resource: Resource): string[] =>
  Object.entries<Field>(resource.fields)
    .filter(([, field]) => isMasked(field))
    .map(([name]) => name)

/** The masked fields that the user may unmask: those asked for, or all. */
function chosen(
  resource: Resource,
  user: User,
  names: readonly string[] | undefined,
  place: string,
): string[] {
  const own = maskedNames(resource).filter((name) => {
    const field: Field = resource.fields[name]
    return mayRead(user, field) && mayUnmask(user, field)
  })
  if (own.length === 0) throw forbidden()
  if (!names) return own
  if (!names.every((name) => own.includes(name))) {
    throw invalid({ [place]: [msg('choose_a_field_that_is_masked')] })
  }
  return [...new Set(names)]
}

interface Disclosure {
  readonly resource: Resource
  readonly ids: readonly number[]
  readonly fields: readonly string[]
  readonly rule: ReturnType<Resource['access']['list']>
  readonly reason: string | undefined
  /** The record whose history tells of it. */
  readonly record?: number
}

async function disclose(
  { resource, ids, fields, rule, reason, record }: Disclosure,
  scope: Scope,
): Promise<Revealed<Record<number, Row>>> {
  const { backend, author, sql: database, unitOfWork } = scope
  assertStorable(backend.business, { reason })
  const meta = await countDisclosure(scope)
  const columns = ['id', ...fields].map((name) => `t.${quoted(name)}`).join(', ')
  const { rows } = await sql<Row & { id: number }>`
    select ${sql.raw(columns)} from ${sourceOf(resource)} t
    where t.id = any(${[...new Set(ids)]}::bigint[]) and ${ruleCondition(resource, rule)}
    order by t.id`.execute(database)
  if (rows.length === 0) throw notFound()
  const seen = rows.map(({ id }) => id)
  const detail = { ...(record === undefined && { ids: seen }), fields, ...(reason && { reason }) }
  unitOfWork.audit({
    ...author,
    action: 'reveal',
    resource: resource.name,
    ...(record !== undefined && { record_id: record }),
    detail,
  })
  return {
    data: Object.fromEntries(rows.map(({ id, ...values }) => [id, values])),
    meta,
  }
}
