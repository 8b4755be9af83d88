import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { type User, type Resource, validateChanges, ownValue, type PlainResource } from '#schema'
import { inTransaction, prepared } from '../../database/connection.ts'
import type { Backend, AfterWork } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { authorOf, type Author } from '../../kernel/guard.ts'
import { auditInsert, type AuditEntry } from '../../audit/audit.ts'
import type { Row } from '../read/select.ts'
import { factsInsert, factsOf, type Fact } from './statistics.ts'
import { partsOf } from '../../database/parts.ts'

/** What every write needs beside the record itself. */
export interface Scope {
  readonly backend: Backend
  readonly user: User
  readonly author: Author
  /** The password was entered lately; a job has it from the request that started it. */
  readonly isConfirmed: boolean
  /** The running transaction. */
  readonly sql: Sql
  /** What the writes leave beside their records; stored before the transaction commits. */
  readonly unitOfWork: UnitOfWork
}

/** Runs a write in one transaction: the record, its joins, what hooks do and the audit row stand or fall together. */
export async function transact<Answer>(
  backend: Backend,
  request: FastifyRequest,
  work: (scope: Scope) => Promise<Answer>,
  precomputed?: UnitOfWork['precomputed'],
): Promise<Answer> {
  const { user, isConfirmed } = request
  const author = authorOf(request)
  // A transaction that is begun again does all of it again, with another unit.
  const latest: { unitOfWork?: UnitOfWork } = {}
  try {
    const answer = await inTransaction(backend.database, (sql: Sql) =>
      withUnitOfWork(
        sql,
        (unitOfWork) => {
          latest.unitOfWork = unitOfWork
          return work({ backend, user, author, isConfirmed, sql, unitOfWork })
        },
        { backend, precomputed },
      ),
    )
    if (latest.unitOfWork) tellCommit(backend.commits, user, latest.unitOfWork)
    return answer
  } catch (error) {
    for (const one of latest.unitOfWork?.rolledBack ?? []) await transact(backend, request, one)
    throw error
  }
}

function tellCommit(
  commits: Backend['commits'],
  { id }: User,
  { touched, resized }: UnitOfWork,
): void {
  commits.emit(touched.size === 0 ? 'commit' : 'write')
  for (const name of touched) commits.emit(`write of ${name}`)
  for (const name of resized) commits.emit('resize', name, id)
}

/** What is left of work that was rolled back. */
type AfterRollback = (scope: Omit<Scope, 'isConfirmed'>) => Promise<void>

/** What the writes of one transaction leave beside their records, kept until one statement stores all of it. */
export interface UnitOfWork {
  /** Stored forms of values that take long to make, by the value that was sent: made before the transaction opened. */
  readonly precomputed: ReadonlyMap<string, string>
  readonly audited: readonly AuditEntry[]
  readonly counted: readonly Fact[]
  /** The resources of all that was audited, also of what is stored already. */
  readonly touched: ReadonlySet<string>
  /** The resources of which records came or went, as far as they are counted. */
  readonly resized: ReadonlySet<string>
  /** Adds audit rows, the source of live events too. */
  audit(...entries: readonly AuditEntry[]): void
  /** Adds a statement that is run with the others. */
  store(statement: RawBuilder<unknown>): void
  readonly stored: readonly RawBuilder<unknown>[]
  readonly rolledBack: readonly AfterRollback[]
  /**
   * Does something where all of this is rolled back, before the caller learns of that: in the transaction that goes on, or
   * in one of its own where a request's fails.
   */
  afterRollback(work: AfterRollback): void
  /**
   * Counts the write of one record. Without `before` the record is new, without `after` it is gone; both must be as the
   * database returns them.
   */
  count(resource: Resource, write: { readonly before?: Row; readonly after?: Row }): void
  /** Counts something that no record tells of. */
  happened(fact: Fact): void
  /** Returns a unit for work that may be rolled back to a savepoint. What it holds is lost unless it is joined, but for what is done then. */
  nested(): UnitOfWork
  /** Takes over what a nested unit holds; its audit rows may be given changed. */
  join(nested: UnitOfWork, audited?: readonly AuditEntry[]): void
  /** Stores everything, in one statement with a query that is due anyway. Returns the rows of the query. */
  flush<Found>(query?: RawBuilder<Found>): Promise<Found[]>
}

const none: ReadonlyMap<string, string> = new Map()

interface Options {
  /** Left out, no work outside follows the writes. */
  readonly backend?: Backend
  readonly precomputed?: UnitOfWork['precomputed']
}

/** Returns an empty unit of work for a running transaction; `flush` must be called before its commit. */
export function createUnitOfWork(
  database: Sql,
  options: Options = {},
  rolledBack: AfterRollback[] = [],
): UnitOfWork {
  const { backend, precomputed = none } = options
  let audited: AuditEntry[] = []
  let counted: Fact[] = []
  let stored: RawBuilder<unknown>[] = []
  const touched = new Set<string>()
  const resized = new Set<string>()
  const add = (entries: readonly AuditEntry[]) => {
    audited.push(...entries)
    for (const { resource } of entries) if (resource !== undefined) touched.add(resource)
  }
  return {
    precomputed,
    rolledBack,
    touched,
    resized,
    get audited() {
      return audited
    },
    get counted() {
      return counted
    },
    get stored() {
      return stored
    },
    audit: (...entries) => add(entries),
    store: (statement) => void stored.push(statement),
    afterRollback: (work) => void rolledBack.push(work),
    count(resource, { before, after }) {
      if (!resource.sums) return
      counted.push(...factsOf(resource, before, after))
      if (!before || !after) resized.add(resource.name)
    },
    happened: (fact) => void counted.push(fact),
    nested: () => createUnitOfWork(database, options, rolledBack),
    join(nested, entries = nested.audited) {
      add(entries)
      counted.push(...nested.counted)
      stored.push(...nested.stored)
      for (const name of nested.resized) resized.add(name)
    },
    async flush<Found>(query?: RawBuilder<Found>) {
      const awaited = backend ? audited.filter((entry) => isAwaited(backend, entry)) : []
      if (awaited.length > 0) touched.add('outgoing')
      const inserts = [
        audited.length > 0 && auditInsert(audited),
        counted.length > 0 && factsInsert(counted),
        awaited.length > 0 && outgoingInsert(awaited),
        ...stored,
      ]
      audited = []
      counted = []
      stored = []
      return runTogether(inserts.filter(Boolean) as RawBuilder<unknown>[], query, database)
    },
  }
}

/** Runs `work` with a unit of work and stores what it left there. */
export async function withUnitOfWork<Answer>(
  database: Sql,
  work: (unitOfWork: UnitOfWork) => Promise<Answer>,
  options?: Options,
): Promise<Answer> {
  const unitOfWork = createUnitOfWork(database, options)
  const answer = await work(unitOfWork)
  await unitOfWork.flush()
  return answer
}

async function runTogether<Found>(
  inserts: readonly RawBuilder<unknown>[],
  query: RawBuilder<Found> | undefined,
  database: Sql,
): Promise<Found[]> {
  if (inserts.length === 0 && !query) return []
  const parts = inserts.map((insert, index) => sql`${sql.raw(`insert${index}`)} as (${insert})`)
  const start = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
  const { rows } = await sql<Found>`${prepared} ${start} ${query ?? sql`select`}`.execute(database)
  return rows
}

/**
 * Returns the stored forms of a request's values that take long to make, as the hash of a password does, by the value that
 * was sent. Done before a transaction opens: it would hold its locks meanwhile. Nothing is made of what the write will refuse.
 */
export async function precompute(
  backend: Backend,
  { fields }: Pick<Resource, 'fields'>,
  user: User,
  body: unknown,
): Promise<UnitOfWork['precomputed']> {
  const given: Row = Object(body)
  const stored = new Map<string, string>()
  const { slow, columns } = partsOf(fields)
  for (const name of slow) {
    const write = columns.get(name)?.write
    const value = given[name]
    if (!write || typeof value !== 'string') continue
    const { errors } = validateChanges(fields, user, { [name]: value })
    if (!errors) stored.set(value, await write(value, backend, ''))
  }
  return stored
}

/** Returns what a behavior does once something has been done to a record. */
export function workAfter(
  { business }: Pick<Backend, 'business'>,
  { resource = '', action }: Pick<AuditEntry, 'resource' | 'action'>,
): AfterWork<PlainResource> | undefined {
  const works: Readonly<Record<string, AfterWork<PlainResource> | undefined>> =
    business.behaviors[resource]?.after ?? {}
  return ownValue(works, action)
}

/** Whether a behavior waits for what an audit row tells. */
const isAwaited = (backend: Pick<Backend, 'business'>, entry: AuditEntry): boolean =>
  entry.record_id !== undefined && workAfter(backend, entry) !== undefined

/** Returns the statement that notes what is to be done once these writes are committed. */
const outgoingInsert = (entries: readonly AuditEntry[]): RawBuilder<unknown> => sql`
  insert into outgoing (resource, action, record_id, user_id)
  select resource, action, record_id, user_id
  from jsonb_populate_recordset(null::outgoing, ${JSON.stringify(entries)}::jsonb)`
