import { sql } from 'kysely'

import type { Timeline, TimelineLine } from '#contract'
import { fieldOf, mayRead, namesInRule, type Filter, type Resource, type User } from '#schema'

import type { ReadForTimeline } from '../../../kernel/behavior/timelineHook.ts'
import type { Backend } from '../../../kernel/backend.ts'
import { getRecord, selectionOf, type Row } from '../select.ts'
import { filterCondition } from '../where.ts'
import { readHistory } from './readHistory.ts'

/** Most records of each kind that a page tells of, the newest. */
const maxRecords = 100

/**
 * One page of what happened to a record, the newest first, for anyone who sees the record; 404 for others. Its changes say
 * which time it covers: the first page begins now, and the last one has all that is older.
 */
export async function readTimeline(
  backend: Backend,
  resource: Resource,
  user: User,
  { id, before }: { id: number; before: number | undefined },
): Promise<Timeline> {
  const { data, meta } = await readHistory(backend, resource, user, { id, before })
  const changes = data.map((entry): TimelineLine => ({ kind: 'change', ...entry }))
  const { timeline } = backend.business.behaviors[resource.name] ?? {}
  if (!timeline) return { data: changes, meta }
  const time = await timeOf(backend, resource, { before, next: meta.next })
  const record = await getRecord(backend, resource, user, id)
  const happened = await timeline(record as never, readerOf(backend, user, time))
  const events = happened
    .filter(({ at }) => isWithin(at, time))
    .map((one): TimelineLine => ({ kind: 'event', about: null, values: {}, ...one }))
  const lines = [...changes, ...events]
  return { data: lines.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)), meta }
}

/** From when on, and until just before when; without an end where a page has none. */
interface Time {
  readonly since: string | undefined
  readonly until: string | undefined
}

const isWithin = (at: string, { since, until }: Time): boolean =>
  (since === undefined || Date.parse(at) >= Date.parse(since)) &&
  (until === undefined || Date.parse(at) < Date.parse(until))

/** The page ends with its last change, and begins before that of the page before it. */
async function timeOf(
  { database }: Backend,
  resource: Resource,
  { before, next }: { before: number | undefined; next: number | null },
): Promise<Time> {
  const ids = [before, next].filter((one) => typeof one === 'number')
  if (ids.length === 0) return { since: undefined, until: undefined }
  const { rows } = await sql<{ id: number; at: string }>`
    select id, at from audit_log
    where resource = ${resource.name} and id = any(${ids}::bigint[])`.execute(database.sql)
  const atOf = (id: number | null | undefined) => rows.find((row) => row.id === id)?.at
  return { since: atOf(next), until: atOf(before) }
}

/** Reads through the rules of the reader. What they may not read is neither given nor looked for. */
const readerOf =
  (backend: Backend, user: User, { since, until }: Time): ReadForTimeline =>
  async (resource, { filter, times }) => {
    const isReadable = (name: string) => {
      const field = fieldOf(resource, name)
      return field !== undefined && mayRead(user, field)
    }
    const within = times.filter(isReadable).map((name) => ({
      [name]: { empty: false, ...(since && { from: since }), ...(until && { to: until }) },
    }))
    const isOpen = resource.access.list(user) !== false && namesInRule(filter).every(isReadable)
    if (!isOpen || within.length === 0) return []
    const { columns, from, listed, present } = selectionOf(backend, resource, user)
    const wanted: Filter = { all: [filter as Filter, { any: within }] }
    const { rows } = await sql<Row>`
      select ${columns} from ${from}
      where ${listed} and ${filterCondition(resource, wanted, user)}
      order by t.id desc limit ${maxRecords}`.execute(backend.database.sql)
    return rows.map(present) as never
  }
