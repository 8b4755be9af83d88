import { sql, type RawBuilder } from 'kysely'

import type { History, HistoryEntry } from '#contract'
import { readRule, type Field, type Filter, type Resource, type User } from '#schema'

import { exportsOf } from '../../../audit/exportedRecords.ts'
import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import type { Author } from '../../../kernel/guard.ts'
import { plainRule, storedRecord } from '../record.ts'
import { getRecord } from '../select.ts'
import { mayLabel } from '../titles.ts'
import { type See, seesAllStates, createSee, type Write, changesOf } from '../states.ts'
import { labelsOf, titlesOf } from './changeLabels.ts'

const pageSize = 25

interface Logged extends Write {
  id: number
  at: string
  action: string
  version: number | null
  user_id: number | null
  user_name: string | null
  job_id: number | null
  detail: {
    told_by?: NonNullable<Author['by']>
    fields?: string[]
    columns?: string[]
    reason?: string
    note?: string
  } | null
}

/** What changed on a record, newest first, for anyone who sees the record; 404 for others. */
export async function readHistory(
  backend: Backend,
  resource: Resource,
  user: User,
  { id, before }: { id: number; before: number | undefined },
): Promise<History> {
  await getRecord(backend, resource, user, id)
  const isAuditor = mayAudit(backend, user)
  const older = sql`a.resource = ${resource.name} and a.id < ${before ?? Number.MAX_SAFE_INTEGER}`
  const { rows } = await sql<Logged>`
    select a.id, a.at, a.action, a.version, a.user_id, u.name as user_name, a.job_id, a.before, a.after, a.detail
    from (
      select * from audit_log a where a.record_id = ${id} and ${older}
        and a.action <> 'denied' and (a.action <> 'reveal' or ${isAuditor})
      ${isAuditor ? disclosures(resource, id, older) : sql``}
    ) a left join users u on u.id = a.user_id
    order by a.id desc limit ${pageSize + 1}`.execute(backend.database.sql)
  const shown = rows.slice(0, pageSize)
  const see = await seeFrom(backend, resource, user, { id, before })
  const isNamed = mayLabel(backend.resource('users'), user)
  const nameOf = await namesOf(backend, user, shown)
  const data = shown.flatMap((row) => {
    const seen = see(row)
    return seen ? [entryOf(resource, user, { ...row, ...seen }, { isNamed, nameOf })] : []
  })
  const last = rows.length > pageSize ? shown.at(-1)?.id : undefined
  const labels = await labelsOf(backend, resource, user, data)
  return { data, meta: { next: last ?? null, labels } }
}

/** Whether a user may know who has looked at what. */
const mayAudit = ({ business }: Backend, user: User): boolean =>
  business.resources.some(
    ({ name, access }) => name === 'audit_entries' && access.list(user) === true,
  )

/**
 * The actions upon many records that showed one of them in the clear, or took it out in a file. What is asked with `is true`
 * is looked up by its hash: of a bit the database knows no share, and joins 5,000 exports as if they were one.
 */
const disclosures = ({ name }: Resource, id: number, older: RawBuilder<unknown>) => sql`
  union all
  select * from audit_log a where ${older} and a.action = 'reveal' and a.record_id is null
    and a.detail -> 'ids' @> ${JSON.stringify(id)}::jsonb
  union all
  select * from audit_log a where ${older} and a.action = 'export'
    and (a.job_id in (${exportsOf(name, id)})) is true
    and (a.job_id in (select job_id from audit_log where action = 'exported')) is true`

/** What the user sees of the writes below `before`, the newest of them first. */
export async function seeFrom(
  backend: Backend,
  resource: Resource,
  user: User,
  { id, before }: { id: number; before: number | undefined },
  database: Sql = backend.database.sql,
): Promise<See> {
  if (seesAllStates(backend, resource, user)) return (write) => write
  const now = (await storedRecord(resource, id, database)) ?? {}
  const rule = await plainRule(resource, resource.access.show(user), [now], database)
  const rules: Record<string, boolean | Filter> = {}
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    rules[name] = await plainRule(resource, readRule(user, field), [now], database)
  }
  const see = createSee(backend, resource, user, { now, rule, rules })
  if (before === undefined) return see
  const { rows } = await sql<Write>`
    select before, after from audit_log
    where resource = ${resource.name} and record_id = ${id} and id >= ${before}
    order by id desc`.execute(database)
  for (const write of rows) see(write)
  return see
}

/** Returns what says at whose word something was done, as far as the user may know it. */
async function namesOf(backend: Backend, user: User, rows: readonly Logged[]) {
  const all = rows.flatMap(({ detail }) => detail?.told_by ?? [])
  const titles = new Map<string, Readonly<Record<number, string>> | undefined>()
  for (const name of new Set(all.map(({ resource }) => resource))) {
    const target = backend.business.resources.find((one) => one.name === name)
    const ids = all.flatMap(({ resource, id }) => (resource === name ? [id] : []))
    if (target) titles.set(name, await titlesOf(backend.database.sql, target, user, ids))
  }
  return (by: NonNullable<Author['by']>): HistoryEntry['by'] => {
    const label = titles.get(by.resource)?.[by.id]
    return label === undefined ? null : { ...by, label }
  }
}

interface Names {
  readonly isNamed: boolean
  readonly nameOf: Awaited<ReturnType<typeof namesOf>>
}

function entryOf(
  resource: Resource,
  user: User,
  row: Logged,
  { isNamed, nameOf }: Names,
): HistoryEntry {
  const { id, at, action, version, user_id, user_name, job_id, detail } = row
  const disclosed = detail?.fields ?? detail?.columns
  const isKnown = isNamed || user_id === user.id
  const changes = changesOf(resource, user, row)
  return {
    id,
    at,
    action,
    version,
    user: user_id === null ? null : { id: user_id, label: isKnown ? user_name : null },
    ...(detail?.told_by && { by: nameOf(detail.told_by) }),
    job_id,
    changes,
    ...(changes.length > 0 && detail?.note && { note: detail.note }),
    ...((action === 'reveal' || action === 'export') &&
      disclosed && { disclosed: { fields: disclosed, reason: detail?.reason ?? null } }),
  }
}
