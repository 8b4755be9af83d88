import { sql, type RawBuilder } from 'kysely'
import type { FastifyRequest } from 'fastify'

import { mapValues, type Field, type Fields, type Resource } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { prepared } from '../database/connection.ts'
import { partsOf } from '../database/parts.ts'
import type { Backend } from '../kernel/backend.ts'
import { confirmPasswordCode } from '../kernel/errors.ts'
import { isRead, type Author } from '../kernel/guard.ts'
import { hasPassed, momentNow, type Moment } from '../kernel/moment.ts'

/** One line of the audit log. `before` and `after` hold the changed fields only, never a password or secret. */
export interface AuditEntry {
  user_id?: number | null
  /** Stands in the detail as `told_by`. */
  by?: Author['by']
  /** `create`, `update`, `delete`, the name of an action, `login`, `export` … */
  action: string
  resource?: string
  record_id?: number
  version?: number
  before?: object
  after?: object
  detail?: object
  job_id?: number | null
  ip?: string
  user_agent?: string
}

/** Writes audit rows at once; they are the source of live events too. A write of a record leaves them to its unit of work. */
export async function recordAudit(database: Sql, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length > 0) await sql`${prepared} ${auditInsert(entries)}`.execute(database)
}

/** Returns the statement that writes audit rows in their order; a second one beside it would have no order with it. */
export function auditInsert(entries: readonly AuditEntry[]): RawBuilder<unknown> {
  return sql`
    insert into audit_log
      (user_id, action, resource, record_id, version, before, after, detail, job_id, ip, user_agent)
    select user_id, action, resource, record_id, version, before, after, detail, job_id, ip, user_agent
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(entries.map(stored))}::jsonb)`
}

const stored = ({ by, ...entry }: AuditEntry): AuditEntry =>
  by ? { ...entry, detail: { ...entry.detail, told_by: by } } : entry

type Values = Readonly<Record<string, unknown>>
type Written = Values & { readonly id: number; readonly version: number }

/** The audit row of one write: the changed fields, before and after, without what must not be read. */
export function auditOf(
  resource: Resource,
  author: Author,
  action: string,
  write: { before?: Written; after?: Written; changed?: readonly string[] },
): AuditEntry {
  const { before, after } = write
  const names = write.changed ?? storedFields(resource)
  return {
    ...author,
    action,
    resource: resource.name,
    record_id: (after ?? before)?.id,
    version: (after ?? before)?.version,
    before: before && auditedValues(resource, before, names),
    after: after && auditedValues(resource, after, names),
  }
}

const storedFields = ({ fields }: Resource): string[] =>
  Object.entries<Field>(fields).flatMap(([name, { options }]) => (options.derived ? [] : [name]))

function auditedValues({ fields }: Resource, record: Written, names: readonly string[]): Values {
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const value = record[name]
    if (value !== null && value !== undefined) values[name] = value
  }
  return withoutSecrets(fields, values)
}

/** The values that differ from those stored. Values that no user may read count as different. */
export function differences(resource: Resource, values: Values, previous: Values): Values {
  const { secrets } = partsOf(resource.fields)
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (secrets.has(name) || !isSame(value, previous[name])) changed[name] = value
  }
  return changed
}

function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === undefined || value === null ? null : value)
  return one === other || JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** Values as the audit log may hold them: dots for what is never shown. */
export function withoutSecrets(fields: Fields, values: Values): Values {
  const { secrets } = partsOf(fields)
  if (secrets.size === 0) return values
  return mapValues(values, (value, name) => (secrets.has(name) ? '•••' : value))
}

/** Lines of one user within a minute; what comes beyond is counted and told with the next line. */
const maxLines = 20
const minute = 60_000

/** Returns what writes a line for each action that a signed-in user was refused for want of a permission (attack I7). */
export function createDenials(backend: Backend) {
  const budget = createBudget()
  return async (request: FastifyRequest, { code }: { readonly code?: string | undefined }) => {
    // Who is not signed in is no user to write of.
    const isAction = !isRead(request) && request.user !== undefined
    if (code === confirmPasswordCode || !isAction) return
    const left = budget.take(request.user.id)
    if (left !== undefined)
      await record(backend, request, left).catch((error: unknown) => {
        request.log.error({ err: error, request_id: request.id }, 'a denial was not recorded')
      })
  }
}

/** The record stands in the detail: a refusal changes nothing, so no live event may follow from it. */
async function record(backend: Backend, request: FastifyRequest, unsaid: number): Promise<void> {
  const { user, params, method, ip, headers, routeOptions } = request
  const { id } = (params ?? {}) as { id?: string }
  const path = routeOptions.url?.replaceAll(/\(.*?\)(?=\/|$)/g, '') ?? ''
  const resource = resourceOf(backend, path)
  await recordAudit(backend.database.sql, {
    user_id: user.id,
    action: 'denied',
    ...(resource !== undefined && { resource }),
    detail: { method, path, ...(id && { id: Number(id) }), ...(unsaid > 0 && { unsaid }) },
    ip,
    user_agent: headers['user-agent']?.slice(0, 300),
  })
}

/** The resource with the longest path that the route stands below. */
function resourceOf({ business }: Backend, path: string): string | undefined {
  const owners = business.resources.filter(({ api }) => `${path}/`.startsWith(`/api/${api}/`))
  return owners.toSorted((a, b) => b.api.length - a.api.length)[0]?.name
}

/** How many lines each user may still fill. `take` answers what was left unsaid before, undefined when all is used up. */
function createBudget() {
  const used = new Map<number, { since: Moment; count: number }>()
  return {
    take(userId: number): number | undefined {
      const known = used.get(userId)
      if (known && !hasPassed(minute, known.since)) {
        known.count += 1
        return known.count > maxLines ? undefined : 0
      }
      if (used.size > 10_000) used.clear()
      used.set(userId, { since: momentNow(), count: 1 })
      return Math.max(0, (known?.count ?? 0) - maxLines)
    },
  }
}
