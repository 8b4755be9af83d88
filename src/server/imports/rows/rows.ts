import { sql } from 'kysely'

import { recordAudit } from '../../audit/audit.ts'
import type { Sql } from '../../kernel/database.ts'
import { storable } from '../../records/write/validation/forbiddenText.ts'
import { lockKeys } from '../../records/write/validation/lockKeys.ts'
import { countCreated } from '../../statistics/recount.ts'
import type { RowsStep } from './batch.ts'
import { countCompared } from '../write/compared.ts'
import { completed } from '../complete.ts'
import type { Batch, Candidate } from './convert.ts'
import { createdBefore } from './createdBefore.ts'
import { noteChecked } from '../checkRun.ts'
import { takeKeys } from '../checkKeys.ts'
import { changedById } from '../write/changedById.ts'
import { filled } from '../write/fill.ts'
import { takenOutcomes } from '../write/outcomes.ts'
import type { Updated } from '../write/updated.ts'
import { followed, guarded, remarked, withinRoom } from '../write/guarded.ts'
import { abandonedBatch, currentBatch, prefetch, type Prefetched } from './prefetch.ts'
import type { Refusal } from '../write/refusal.ts'
import { noteRemarks } from '../remarks.ts'
import { refusedRecords } from '../write/refused.ts'
import { partDuplicates } from '../write/duplicates.ts'
import { mapInTurns } from '../../kernel/turns/inTurns.ts'
import { insertAll } from '../write/insert.ts'
import type { Task } from './task.ts'
import { sameRuleOf, type SameRule } from '../../records/write/validation/same.ts'
import { contextOf } from '../../records/write/hooks.ts'
import { withUnitOfWork } from '../../records/write/transact.ts'

/**
 * Imports the rows of one range: each becomes a record, changes the one it names, or is refused with its reason. A check
 * stops before the records.
 */
export async function importRows(
  step: RowsStep,
  task: Task,
  database: Sql,
): Promise<{ processed: number; failed: number }> {
  const batch = await currentBatch(step, task, database)
  const {
    failed,
    filled: known = [],
    ...done
  } = await works[task.options.mode](batch, task, database)
  await countCompared(task, batch, [...failed, ...known], database)
  await record(task, done, failed, database)
  // What it changes of the new records counts beside them, and so they count first.
  if (!task.isCheck) await followed(done.ids, task, database)
  await noteRemarks(task.id, await remarked(batch, task, database), failed, database)
  return { processed: batch.candidates.length + batch.refusals.length, failed: failed.length }
}

/** Rows that change the records they name. */
async function changeKnown(batch: Batch, task: Task, database: Sql): Promise<Done> {
  await prepareNext(task, database)
  const { refused, ...done } = await changedById(batch.candidates, task, database)
  return { ids: [], ...done, failed: [...batch.refusals, ...refused] }
}

/** Rows that tell what became of records. */
async function tellOutcomes(batch: Batch, task: Task, database: Sql): Promise<Done> {
  await prepareNext(task, database)
  const { taken, refused } = await takenOutcomes(batch.candidates, task, database)
  return { ids: [], updated: [], unchanged: taken, failed: [...batch.refusals, ...refused] }
}

/** Has the rows of the chunk that follows made ready meanwhile. */
async function prepareNext(task: Task, database: Sql): Promise<void> {
  const next = await prefetch(task, database)
  await next?.load(database)
  next?.convert()
}

/** Rows that become records, or fill those that are there already. */
async function takeIn(batch: Batch, task: Task, database: Sql): Promise<Done> {
  const { candidates, refusals } = await guarded(
    await completed(batch, task, database),
    task,
    database,
  )
  const next = await prefetch(task, database)
  const rule = await withUnitOfWork(database, (unitOfWork) => {
    const author = { user_id: task.user.id, job_id: task.job }
    const context = contextOf({ ...task, author, sql: database, unitOfWork })
    return sameRuleOf(task.resource, task.base, context)
  }).then((usual) => chosenRule(usual, task))
  const lastStep = task.isCheck ? check : store
  const { ids, refused } = await lastStep(candidates, { ...task, rule }, next, database)
  const done = await filled(refused, candidates, { ...task, rule }, database)
  const { updated, rows, refused: left } = done
  return { ids, updated, unchanged: 0, failed: [...refusals, ...left], filled: rows }
}

/** The rule with what the import says itself of its duplicates. */
function chosenRule(usual: SameRule, { resource, options: { duplicates } }: Task): SameRule {
  if (duplicates === 'usual') return usual
  const { mark: _mark, fill: _fill, ...rule } = usual
  const { mark } = resource.import ?? {}
  return duplicates === 'mark' && mark ? { ...rule, mark } : rule
}

const works = { new: takeIn, fill: takeIn, update: changeKnown, outcomes: tellOutcomes } as const

interface Stored {
  readonly ids: readonly number[]
  readonly refused: readonly Refusal[]
}

async function store(
  candidates: readonly Candidate[],
  task: Task & { readonly rule: SameRule },
  next: Prefetched | undefined,
  database: Sql,
): Promise<Stored> {
  const created = await createdBefore(task, database)
  const records = candidates.map(({ values }) => values)
  const before = await lockKeys(task.resource, records, database, task.rule.keys)
  const known = { isOurs: (id: number) => created.has(id), before }
  const { fresh, refused } = await partDuplicates(task, candidates, known, database)
  const room = await withinRoom(fresh, task, database)
  await next?.load(database)
  const stored = await insertAll(task.resource, room.fresh, database, () => next?.convert())
  created.add(stored.ids)
  return { ids: stored.ids, refused: [...refused, ...room.refused, ...stored.refused] }
}

/** What `store` would do, as far as can be known without a record; its ids are only as many. */
async function check(
  candidates: readonly Candidate[],
  task: Task & { readonly rule: SameRule },
  next: Prefetched | undefined,
  database: Sql,
): Promise<Stored> {
  const { fresh, refused } = await partDuplicates(task, candidates, {}, database)
  await next?.load(database)
  next?.convert()
  const taken = await takeKeys(task, fresh, database)
  const room = await withinRoom(taken.fresh, task, database)
  const left = [...refused, ...taken.refused, ...room.refused]
  return { ids: room.fresh.map(() => 0), refused: left }
}

/** Refuses every row of a range: processes begin with them and never end. */
export async function refuseRows(
  step: RowsStep,
  task: Task,
  database: Sql,
): Promise<{ processed: number; failed: number }> {
  const { refusals } = await abandonedBatch(step, task, database)
  await record(task, { ids: [], updated: [], unchanged: 0 }, refusals, database)
  return { processed: refusals.length, failed: refusals.length }
}

interface Done {
  readonly ids: readonly number[]
  readonly updated: readonly Updated[]
  /** Rows whose record was as they say already, or was told what became of it. */
  readonly unchanged: number
  readonly failed: readonly Refusal[]
  /** Rows that filled a record. */
  readonly filled?: readonly Refusal[]
}

/** What happened, in the same transaction: refused rows, one audit row, the totals. */
async function record(
  task: Task,
  { ids, updated, unchanged }: Omit<Done, 'failed' | 'filled'>,
  refusals: readonly Refusal[],
  database: Sql,
): Promise<void> {
  const { id, job, user, resource } = task
  await keepRefused(task, refusals, database)
  const matched = updated.length + unchanged
  if (task.isCheck)
    return noteChecked(
      id,
      { created: ids.length, updated: matched, refused: refusals.length },
      database,
    )
  const made = await refusedRecords(task, refusals, database)
  const counted = [{ resource, ids }, ...made]
  if (ids.length + updated.length > 0) {
    await recordAudit(database, {
      user_id: user.id,
      action: 'import',
      resource: resource.name,
      job_id: job,
      detail: { import: id, ids, ...(updated.length > 0 && { updated }) },
    })
  }
  await sql`
    update imports set created = created + ${ids.length}::integer,
      updated = updated + ${matched}::integer,
      refused = refused + ${refusals.length}::integer, updated_at = now()
    where id = ${id}`.execute(database)
  await countCreated(counted, database)
}

async function keepRefused(
  { id, backend }: Task,
  refusals: readonly Refusal[],
  database: Sql,
): Promise<void> {
  if (refusals.length === 0) return
  const storableText = (text: string) => storable(backend.business, text)
  const failures = await mapInTurns(refusals, ({ row, code, reason, visibleMatch }) => ({
    import_id: id,
    row_number: row.number,
    code,
    reason: storableText(reason),
    cells: row.cells.map(storableText),
    match: visibleMatch,
  }))
  await sql`
    insert into import_failures (import_id, row_number, code, reason, cells, match)
    select import_id, row_number, code, reason, cells, match
    from jsonb_populate_recordset(null::import_failures, ${JSON.stringify(failures)}::jsonb)
  `.execute(database)
}
