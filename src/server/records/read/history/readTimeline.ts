import { sql } from 'kysely'

import type { Timeline, TimelineLine } from '#contract'
import { fieldOf, mayRead, namesInRule, type Filter, type Resource, type User } from '#schema'

import type { ReadForTimeline } from '../../../kernel/behavior/timelineHook.ts'
import type { Backend } from '../../../kernel/backend.ts'
import { getRecord, selectionOf, type Row } from '../select.ts'
import { filterCondition } from '../where.ts'
import { readHistory } from './readHistory.ts'

/** Most records of each kind that a page tells of, the newest; more only where they are of one moment. */
const maxRecords = 100

/** Where a page ends: below it are the changes before one, and what else happened before a moment, in ms. */
interface Cursor {
  readonly before: number | undefined
  readonly until: number
}

/**
 * One page of what happened to a record, the newest first, for anyone who sees the record; 404 for others. A page goes back as
 * far as its last change, or less far where more than a hundred records of a kind tell of that time: none is left out.
 */
export async function readTimeline(
  backend: Backend,
  resource: Resource,
  user: User,
  { id, before: asked }: { id: number; before: string | undefined },
): Promise<Timeline> {
  const { before, until } = await cursorOf(backend, resource, asked)
  const { data, meta } = await readHistory(backend, resource, user, { id, before })
  const changes = data.map((entry): TimelineLine & { id: number } => ({ kind: 'change', ...entry }))
  const { timeline } = backend.business.behaviors[resource.name] ?? {}
  const last = meta.next === null ? -Infinity : await momentOf(backend, resource, meta.next)
  // What is written at one moment may be in the log in another order.
  let since = Math.min(last, until)
  let isCut = false
  const cutAt = (moment: number) => {
    since = Math.max(since, moment)
    isCut = true
  }
  const happened = timeline
    ? await timeline(
        (await getRecord(backend, resource, user, id)) as never,
        readerOf(backend, user, { since, until, cutAt }),
      )
    : []
  const events = happened
    .filter(({ at }) => Date.parse(at) >= since && Date.parse(at) < until)
    .map((one): TimelineLine => ({ kind: 'event', about: null, values: {}, ...one }))
  const older = isCut ? changes.findIndex(({ at }) => Date.parse(at) < since) : -1
  const shown = older < 0 ? changes : changes.slice(0, older)
  const next = older < 0 ? (meta.next ?? 0) : (shown.at(-1)?.id ?? before ?? all)
  const lines = [...shown, ...events].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return {
    data: lines,
    meta: { ...meta, next: isCut || meta.next !== null ? `${next}_${since}` : null },
  }
}

/** Before it are all changes. */
const all = Number.MAX_SAFE_INTEGER

/** `120_1767225600000`; the number of a change alone begins just before that. */
async function cursorOf(
  backend: Backend,
  resource: Resource,
  asked: string | undefined,
): Promise<Cursor> {
  if (asked === undefined) return { before: undefined, until: Infinity }
  const [before = 0, until] = asked.split('_').map(Number)
  return { before, until: until ?? (await momentOf(backend, resource, before)) }
}

/** When a change was written, in ms. */
async function momentOf({ database }: Backend, resource: Resource, id: number): Promise<number> {
  const { rows } = await sql<{ at: string }>`
    select at from audit_log where resource = ${resource.name} and id = ${id}`.execute(database.sql)
  return rows[0] ? Date.parse(rows[0].at) : Infinity
}

interface Time {
  readonly since: number
  readonly until: number
  /** Is told where a page cannot go back as far as that. */
  cutAt(moment: number): void
}

/** Reads through the rules of the reader. What they may not read is neither given nor looked for. */
const readerOf =
  (backend: Backend, user: User, { since, until, cutAt }: Time): ReadForTimeline =>
  async (resource, { filter, times }) => {
    const isReadable = (name: string) => {
      const field = fieldOf(resource, name)
      return field !== undefined && mayRead(user, field)
    }
    const readable = times.filter(isReadable)
    const isOpen = resource.access.list(user) !== false && namesInRule(filter).every(isReadable)
    if (!isOpen || readable.length === 0) return []
    const { columns, from, listed, present } = selectionOf(backend, resource, user)
    const moments = readable.map(
      (name) => sql`floor(extract(epoch from t.${sql.ref(name)}) * 1000)`,
    )
    const newest = sql`greatest(${sql.join(
      moments.map(
        (at) =>
          sql`case when ${at} >= ${since}::float8 and ${at} < ${until}::float8 then ${at} end`,
      ),
    )})`
    const { rows } = await sql<Row & { timeline_moment: number }>`
      select ${columns}, ${newest}::float8 as timeline_moment from ${from}
      where ${listed} and ${filterCondition(resource, filter as Filter, user)} and ${newest} is not null
      order by ${newest} desc fetch first ${sql.lit(maxRecords)} rows with ties`.execute(
      backend.database.sql,
    )
    if (rows.length >= maxRecords) cutAt(Math.min(...rows.map((row) => row.timeline_moment)))
    const newestFirst = rows.toSorted((one, other) => Number(other['id']) - Number(one['id']))
    return newestFirst.map(({ timeline_moment: _moment, ...row }) => present(row as Row)) as never
  }
