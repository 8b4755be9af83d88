import { sql } from 'kysely'

import type { History, HistoryEntry, FieldChange } from '#contract'
import {
  isObject,
  type Resource,
  type User,
  matches,
  mayRead,
  type Field,
  kindOf,
  shown,
  isMasked,
  titleFields,
  targetOf,
  redactedKeys,
  redactedSearch,
} from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { getRecord, storedRecord } from './record.ts'
import { mayLabel, type Row, titleSql } from './select.ts'
import { tableOf } from '../../database/names.ts'

const pageSize = 25

interface Logged extends Write {
  id: number
  at: string
  action: string
  version: number | null
  user_id: number | null
  user_name: string | null
  job_id: number | null
}

/** What changed on a record, newest first, for whoever sees the record; 404 for others. */
export async function readHistory(
  backend: Backend,
  resource: Resource,
  user: User,
  { id, before }: { id: number; before: number | undefined },
): Promise<History> {
  await getRecord(backend, resource, user, id)
  const { rows } = await sql<Logged>`
    select a.id, a.at, a.action, a.version, a.user_id, u.name as user_name, a.job_id, a.before, a.after
    from audit_log a left join users u on u.id = a.user_id
    where a.resource = ${resource.name} and a.record_id = ${id}
      and a.id < ${before ?? Number.MAX_SAFE_INTEGER} and a.action <> 'denied'
    order by a.id desc limit ${pageSize + 1}`.execute(backend.database.sql)
  const shown = rows.slice(0, pageSize)
  const see = await seeFrom(backend, resource, user, { id, before })
  const isNamed = mayLabel(backend.resource('users'), user)
  const data = shown.flatMap((row) => {
    const seen = see(row)
    return seen ? [entryOf(resource, user, { ...row, ...seen }, isNamed)] : []
  })
  const last = rows.length > pageSize ? shown.at(-1)?.id : undefined
  const labels = await labelsOf(backend, resource, user, data)
  return { data, meta: { next: last ?? null, labels } }
}

/** What the user sees of the writes below `before`, the newest of them first. */
export async function seeFrom(
  backend: Backend,
  resource: Resource,
  user: User,
  { id, before }: { id: number; before: number | undefined },
  database: Sql = backend.database.sql,
): Promise<See> {
  if (seesAllStates(backend, resource, user)) return (write) => write
  const see = createSee(backend, resource, user, (await storedRecord(resource, id, database)) ?? {})
  if (before === undefined) return see
  const { rows } = await sql<Write>`
    select before, after from audit_log
    where resource = ${resource.name} and record_id = ${id} and id >= ${before}
    order by id desc`.execute(database)
  for (const write of rows) see(write)
  return see
}

function entryOf(resource: Resource, user: User, row: Logged, isNamed: boolean): HistoryEntry {
  const { id, at, action, version, user_id, user_name, job_id } = row
  const isKnown = isNamed || user_id === user.id
  return {
    id,
    at,
    action,
    version,
    user: user_id === null ? null : { id: user_id, label: isKnown ? user_name : null },
    job_id,
    changes: changesOf(resource, user, row),
  }
}

/** The values of one write as a user sees them; undefined when the user sees nothing of it. */
export type See = (write: Write) => Write | undefined

/** Whether every user who sees the record sees all its states, as they stand in the audit log. */
function seesAllStates({ business }: Backend, resource: Resource, user: User): boolean {
  const { present } = business.behaviors[resource.name] ?? {}
  return resource.access.show(user) === true && !present
}

/**
 * Goes back through the writes of a record, which must all come by, the newest first. States in which the user could
 * not have seen the record are left out; the others pass what a record passes on its way to a reader.
 * @param now the record as it is stored.
 */
function createSee(backend: Backend, resource: Resource, user: User, now: Row): See {
  if (seesAllStates(backend, resource, user)) return (write) => write
  const rule = resource.access.show(user)
  const isSeen = (state: Row) => rule === true || (rule !== false && matches(rule, state))
  let state = now
  return ({ before, after }) => {
    const made = { ...state, ...after }
    const earlier = { ...state, ...(before && emptied(after)), ...before }
    state = earlier
    const part = (one: Row, changed: Row | null) =>
      changed && isSeen(one) ? pick(presented(backend, resource, user, one), changed) : null
    const seen = { before: part(earlier, before), after: part(made, after) }
    const isPlainAct = !before && !after && isSeen(made)
    return seen.before || seen.after || isPlainAct ? seen : undefined
  }
}

/** What the log leaves out of a state before a write was empty. */
const emptied = (after: Row | null): Row =>
  Object.fromEntries(Object.keys(after ?? {}).map((name) => [name, null]))

const pick = (row: Row, names: Row): Row =>
  Object.fromEntries(Object.keys(names).map((name) => [name, row[name] ?? null]))

function presented(backend: Backend, resource: Resource, user: User, state: Row): Row {
  const { present } = backend.business.behaviors[resource.name] ?? {}
  const fields = Object.entries<Field>(resource.fields).filter(([, field]) => mayRead(user, field))
  const values = fields.map(([name, field]) => [name, shownValue(field, state[name])])
  const record: Row = { id: state['id'], ...Object.fromEntries(values) }
  return present ? present(record as never, user, backend) : record
}

/** What the audit log holds of a write: the changed fields only. */
export interface Write {
  readonly before: Row | null
  readonly after: Row | null
}

/** The fields that a write changed and the user may read, in the order of the declaration. */
function changesOf(resource: Resource, user: User, { before, after }: Write): FieldChange[] {
  return Object.entries<Field>(resource.fields)
    .filter(
      ([name, field]) => mayRead(user, field) && (name in (before ?? {}) || name in (after ?? {})),
    )
    .map(([name, field]) => ({
      field: name,
      before: shownValue(field, before?.[name]),
      after: shownValue(field, after?.[name]),
    }))
}

/** A value of the audit log as it is shown. */
function shownValue(field: Field, value: unknown): unknown {
  // What nobody can read stands in the log as dots already.
  return kindOf(field).writeOnly ? (value ?? null) : shown(field, value)
}

/** Titles by field, then by id. What the user may not learn, or is gone, is absent. */
export type Labels = Readonly<Record<string, Readonly<Record<number, string>>>>

/** The titles of all records that the changes point at, one statement for each field that does. */
async function labelsOf(
  backend: Backend,
  resource: Resource,
  user: User,
  entries: readonly { readonly changes: readonly FieldChange[] }[],
): Promise<Labels> {
  const found: Record<string, Record<number, string>> = {}
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const target = targetOf(field)
    const ids = entries.flatMap(({ changes }) => changes.flatMap((one) => idsOf(one, name)))
    if (!target || ids.length === 0) continue
    const titles = await titlesOf(backend, backend.resource(target), user, [...new Set(ids)])
    if (titles) found[name] = titles
  }
  return found
}

function idsOf({ field, before, after }: FieldChange, name: string): number[] {
  if (field !== name) return []
  return [before, after].flat().filter((one) => typeof one === 'number')
}

async function titlesOf(
  { database }: Backend,
  target: Resource,
  user: User,
  ids: readonly number[],
): Promise<Record<number, string> | undefined> {
  const open = titleFields(target).filter((name) => {
    const field: Field | undefined = target.fields[name]
    return field !== undefined && mayRead(user, field) && !isMasked(field)
  })
  if (!mayLabel(target, user) || open.length === 0) return undefined
  const { rows } = await sql<{ id: number; label: string | null }>`
    select t.id, ${sql.raw(titleSql(open, 't'))} as label from ${tableOf(target)} t
    where t.id = any(${ids}::bigint[])`.execute(database.sql)
  return Object.fromEntries(rows.map(({ id, label }) => [id, label ?? `#${id}`]))
}

/** What an entry of the audit log says beyond who, when and where, as far as its reader may know it. */
interface AuditDetail {
  /** Whether the reader sees such records in every state: else what changed is not told. */
  readonly is_open: boolean
  readonly changes: readonly FieldChange[]
  /** Words of the act itself: the file, the filter, the address of a failed sign-in. */
  readonly facts: Readonly<Record<string, unknown>>
}

interface Written {
  readonly before: Row | null
  readonly after: Row | null
  readonly facts: Row | null
}

/**
 * Returns the entry with the values that its reader may read of the record it is about, masked as everywhere. The
 * behavior of the resource that lists the log has it as `present`.
 */
export function presentAuditEntry<Entry extends { resource: unknown; detail: unknown }>(
  entry: Entry,
  user: User,
  backend: Backend,
): Entry {
  const resource = backend.business.resources.find(({ name }) => name === entry.resource)
  const { before, after, facts } = entry.detail as Written
  const isOpen = resource !== undefined && seesAllStates(backend, resource, user)
  const detail: AuditDetail = {
    is_open: isOpen || (!before && !after),
    changes: isOpen ? changesOf(resource, user, { before, after }) : [],
    facts: factsFor(resource, user, facts ?? {}),
  }
  return { ...entry, detail }
}

/** Longer lists, like the ids of an import, are told by their length. */
const maxItems = 20

function factsFor(resource: Resource | undefined, user: User, facts: Row): Row {
  const isOpen = (field: Field) => mayRead(user, field)
  const shown = Object.entries(facts).map(([name, value]): [string, unknown] => {
    if (resource && name === 'filter')
      return [name, redactedKeys(resource, isObject(value) ? value : {}, isOpen)]
    if (resource && name === 'search') return [name, redactedSearch(resource, value)]
    return [name, Array.isArray(value) && value.length > maxItems ? value.length : value]
  })
  return Object.fromEntries(shown.filter(([name]) => name !== 'reason'))
}
