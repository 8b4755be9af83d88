import { sql } from 'kysely'

import type { Skipped } from '#contract'
import { mayWrite, targetOf, type Field, type Resource } from '#schema'

import { skippedOf, skippedMessage, tellSkipped } from '../jobs/skipped.ts'
import type { JobContext, JobKind } from '../jobs/kind.ts'
import type { Backend } from '../kernel/backend.ts'
import type { ChunkPlan } from '../kernel/jobs.ts'
import type { Sql } from '../kernel/database.ts'
import { conflict, forbidden, notFound, type RequestError } from '../kernel/errors.ts'
import type { Row } from '../records/read/select.ts'
import { eachLetIn, lockStored, type Stored } from '../records/read/record.ts'
import { Outdated, skippedBy } from '../records/write/validation/conflicts.ts'
import { removeStored, removeTogether } from '../records/write/remove.ts'
import { contextOf } from '../records/write/hooks.ts'
import { withUnitOfWork, type Scope } from '../records/write/transact.ts'
import { applyTogether, type Giving } from '../records/write/changeTogether.ts'
import { trying, tryingTogether } from '../records/write/trying.ts'
import { applyChanges } from '../records/write/write.ts'
import { msg } from '../../texts/serverMsg.ts'
import { mayUndo, mayUndoAll, undoType } from './undo.ts'
import { countTakenBack } from './write/compared.ts'
import { recordsOfImport, valuesBefore, type Updated } from './write/updated.ts'

/** Records of one chunk: what was created, or what was changed. */
interface UndoStep {
  readonly created?: readonly number[]
  readonly updated?: readonly Updated[]
  /** What is kept of its refused rows; none of it counts as taken back. */
  readonly refused?: readonly number[]
}

const chunkSize = 200

/** Takes back what an import has done, as far as it was not changed since. */
export const undoKind: JobKind = {
  type: undoType,

  async plan({ job, backend, sql: database }) {
    const { created, updated } = await recordsOfImport(importOf(job), database)
    const chunks = [
      ...inChunks(created).map((ids): ChunkPlan => plan({ created: ids }, ids.length)),
      ...inChunks(updated).map((some): ChunkPlan => plan({ updated: some }, some.length)),
      ...inChunks(await keptRefused(job, backend, database)).map((ids) =>
        plan({ refused: ids }, 0),
      ),
    ]
    return { chunks }
  },

  async run({ payload }, context) {
    const { job, user, backend, sql: database } = context
    const resource = backend.resource(String(job.parameters['resource']))
    await checkRight(resource, context)
    const { created = [], updated = [], refused = [] } = payload as UndoStep
    const author = { user_id: user.id, job_id: job.id }
    const scope = { backend, user, author, isConfirmed: true, sql: database }
    const failures = await withUnitOfWork(
      database,
      async (unitOfWork) => {
        const within = { ...scope, unitOfWork }
        if (refused.length > 0) await refusedOf(job, backend)?.undone?.(refused, contextOf(within))
        return [
          ...(await removeAll({ resource, job, user }, created, within)),
          ...(await restoreAll(resource, updated, within)),
        ]
      },
      scope,
    )
    const processed = created.length + updated.length
    await sql`
      update imports set undone = undone + ${processed - failures.length}::integer, updated_at = now()
      where id = ${importOf(job)}`.execute(database)
    return { processed, failed: failures.length, ...(await tellSkipped(failures, context)) }
  },

  async finish(job, { sql: database }) {
    const { file, skipped = {} } = skippedOf(job)
    const isUndone = job.state === 'finished' || job.state === 'finished_with_errors'
    await sql`
      update imports set state = ${isUndone ? 'undone' : 'done'}, updated_at = now()
      where id = ${importOf(job)}`.execute(database)
    if (!file) return {}
    await sql`update files set size = stored where id = ${file}`.execute(database)
    return { error_file: file, message: skippedMessage(skipped) }
  },
}

const importOf = ({ parameters }: JobContext['job']) => Number(parameters['import'])

const plan = (payload: UndoStep, size: number): ChunkPlan => ({ size, payload })

const refusedOf = ({ parameters }: JobContext['job'], { business }: Backend) =>
  business.behaviors[String(parameters['resource'])]?.refused

/** The records that keep the rows which an import refused, where they do not outlive it. */
async function keptRefused(
  job: JobContext['job'],
  backend: Backend,
  database: Sql,
): Promise<number[]> {
  const { into, undone } = refusedOf(job, backend) ?? {}
  const by = Object.entries<Field>(into?.fields ?? {}).find(
    ([, one]) => targetOf(one) === 'imports',
  )
  if (!into || !undone || !by) return []
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(into.name)} where ${sql.ref(by[0])} = ${importOf(job)}
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}

function inChunks<One>(all: readonly One[]): One[][] {
  const count = Math.ceil(all.length / chunkSize)
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * chunkSize, (index + 1) * chunkSize),
  )
}

/** Ends the job when the user may no longer undo the import. */
async function checkRight(
  resource: Resource,
  { job, user, sql: database }: JobContext,
): Promise<void> {
  const { rows } = await sql<{ user: number }>`
    select "user" from imports where id = ${importOf(job)}`.execute(database)
  if (!rows[0] || !mayUndo(resource, user, rows[0].user)) throw forbidden()
}

async function removeAll(
  work: { readonly resource: Resource } & Pick<JobContext, 'job' | 'user'>,
  ids: readonly number[],
  scope: Scope,
): Promise<Skipped[]> {
  const { resource, job, user } = work
  if (ids.length === 0) return []
  const found = await lockStored(resource, ids, scope.sql)
  const alive = found.filter((record) => !record['deleted_at'])
  const hook = scope.backend.business.behaviors[resource.name]?.keepImported
  const reasons = await hook?.(alive as never, contextOf(scope))
  const worked = await workedOn(resource, alive, scope)
  const closed = await closedTo(resource, alive, scope)
  const whyKept = ({ id }: Stored) => {
    const reason = reasons?.get(id)
    if (closed.has(id)) return closed.get(id)
    if (reason !== undefined) return conflict(reason)
    return worked.has(id) ? new Outdated(changed) : undefined
  }
  const kept = alive.flatMap((one) => {
    const refusal = whyKept(one)
    return refusal ? [skippedBy(one.id, refusal)] : []
  })
  const open = alive.filter((one) => !whyKept(one))
  await countTakenBack({ id: importOf(job), job: job.id, user, resource }, open, scope.sql)
  const refused = await together(open, scope, {
    all: (nested) => removeTogether(resource, open, nested, consequence),
    one: (record, nested) => removeStored(resource, record, nested, consequence),
  })
  return [...kept, ...refused].toSorted((one, other) => one.id - other.id)
}

const consequence = { asConsequence: true }

/**
 * The records of an import that its undoing leaves alone, and why: those that are changed no more, and those that went out of
 * the reach of a user who sees some. Whoever sees none has the permission to undo in its place.
 */
async function closedTo(
  resource: Resource,
  records: readonly Stored[],
  { user, sql: database }: Scope,
): Promise<Map<number, RequestError>> {
  const { closed, access } = resource
  const letIn = await eachLetIn(resource, access.show(user) || true, records, database)
  return new Map(
    records.flatMap((record, place): [number, RequestError][] => {
      if (!letIn[place]) return [[record.id, notFound()]]
      return closed?.when(record as never) ? [[record.id, conflict(closed.refusal)]] : []
    }),
  )
}

/**
 * The records that a person has changed since, other than by their import. What changes by itself is no work of anybody, nor
 * are values that no form sets, which follow what people do elsewhere.
 */
async function workedOn(
  { name, fields }: Resource,
  records: readonly Stored[],
  { author, sql: database }: Scope,
): Promise<Set<number>> {
  // Most have their first version still.
  const ids = records.filter(({ version }) => version > 1).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const computed = Object.entries<Field>(fields).flatMap(([field, { options }]) =>
    options.computed ? [field] : [],
  )
  const { rows } = await sql<{ id: number }>`
    select distinct a.record_id as id from audit_log a
    where a.resource = ${name} and a.record_id = any(${ids}::bigint[]) and a.action <> 'create'
      and a.user_id is not null
      and (a.action <> 'update' or a.after is null or a.after - ${computed}::text[] <> '{}')
      and a.job_id is distinct from (
        select i.job from imports i where i.undo_job = ${author.job_id ?? null})`.execute(database)
  return new Set(rows.map(({ id }) => id))
}

async function restoreAll(
  resource: Resource,
  updated: readonly Updated[],
  scope: Scope,
): Promise<Skipped[]> {
  if (updated.length === 0) return []
  const ids = updated.map(({ id }) => id)
  const found = await lockStored(resource, ids, scope.sql)
  const present = found.filter((record) => !record['deleted_at'])
  const closed = await closedTo(resource, present, scope)
  const alive = present.filter(({ id }) => !closed.has(id))
  const before = await valuesBefore(resource, alive, updated, scope.sql)
  const passed = alive.filter(({ id }) => !before.has(id))
  const barred = alive.filter(({ id }) => isBarred(resource, before.get(id) ?? {}, scope))
  const givings = alive.flatMap((record): Giving[] => {
    const values = before.get(record.id)
    return values && !barred.includes(record) ? [{ record, values, asAction: true }] : []
  })
  const refused = await together(
    givings.map(({ record }) => record),
    scope,
    {
      all: (nested) => applyTogether(resource, givings, nested),
      one: (record, nested) =>
        applyChanges(resource, record, before.get(record.id) ?? {}, nested, { asAction: true }),
    },
  )
  const kept = [
    ...passed.map(({ id }) => skippedBy(id, new Outdated(changed))),
    ...barred.map(({ id }) => skippedBy(id, forbidden())),
    ...[...closed].map(([id, refusal]) => skippedBy(id, refusal)),
  ]
  return [...kept, ...refused].toSorted((one, other) => one.id - other.id)
}

const changed = msg('changed_since_the_import')

/**
 * Whether old values are of a field that the user may set no more: a file gave it while they might. Half a record is not given
 * back. The permission for the imports of everybody stands in the place of those of fields.
 */
const isBarred = (resource: Resource, values: Row, { user }: Scope): boolean =>
  !mayUndoAll(resource, user) &&
  Object.keys(values).some((name) => {
    const field: Field | undefined = resource.fields[name]
    return field !== undefined && !field.options.computed && !mayWrite(user, field)
  })

interface Writes {
  /** Undefined, or a refusal, where each must be written by itself. */
  all(nested: Scope): Promise<object | undefined>
  one(record: Stored, nested: Scope): Promise<unknown>
}

/** Writes records at once, or else each; one that refuses is told and does not stop the others. */
async function together(
  records: readonly Stored[],
  scope: Scope,
  { all, one }: Writes,
): Promise<Skipped[]> {
  if (await tryingTogether(scope, all)) return []
  const failures: Skipped[] = []
  for (const record of records) {
    const { id } = record
    const outcome = await trying(id, scope, async (nested) => {
      await one(record, nested)
      return { id }
    })
    if ('code' in outcome) failures.push(outcome)
  }
  return failures
}
