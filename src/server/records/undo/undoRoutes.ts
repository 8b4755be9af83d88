import { sql } from 'kysely'

import { bulkUndoContract, undoContract } from '#contract'
import type { Resource } from '#schema'

import type { Api } from '../../kernel/behavior/serverParts.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { conflict } from '../../kernel/errors.ts'
import { idPath } from '../idPath.ts'
import { readBack } from '../write/write.ts'
import { answerBulk, runBulk, type Caller } from '../bulk/bulk.ts'
import type { Item } from '../bulk/item.ts'
import { transact } from '../write/transact.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { type Undoing, undoingsOf } from './undoings.ts'

/** Undoes single writes and whole bulk actions: a write of its own, through the same gate. */
export function undoRoutes(app: Api, backend: Backend, resource: Resource): void {
  for (const undoing of undoingsOf(resource)) {
    oneRoute(app, backend, resource, undoing)
    manyRoute(app, backend, resource, undoing)
  }
}

function oneRoute(
  app: Api,
  backend: Backend,
  resource: Resource,
  { action, access, message, run }: Undoing,
): void {
  const schema = undoContract(resource, action)
  const config = { access }
  const path = `/${resource.api}/${idPath}/${action}`
  app.post(path, { schema, config }, (request) => {
    const { id } = request.params
    const { version } = request.body
    return transact(backend, request, async (scope) => {
      await run(resource, { id, version }, scope)
      const isSeen = resource.access.show(scope.user) !== false
      return {
        message,
        data: isSeen ? await readBack(resource, id, scope) : { id },
      }
    })
  })
}

function manyRoute(
  app: Api,
  backend: Backend,
  resource: Resource,
  { action, access, undoes, message }: Undoing,
): void {
  const schema = bulkUndoContract(resource, action)
  const config = { access }
  const { sql: database } = backend.database
  app.post(`/${resource.api}/bulk/${action}`, { schema, config }, (...call) => {
    const [{ body: asked, user }] = call
    const run = async (caller: Caller) => {
      const job = 'job_id' in asked ? asked.job_id : undefined
      if (job !== undefined) await checkEnded(job, user.id, database)
      const items =
        'ids' in asked
          ? asked.ids.map((id, index) => ({ id, version: asked.versions[index] }))
          : await itemsOfJob(resource, undoes, { id: asked.job_id, userId: user.id }, database)
      if (items.length === 0) throw conflict(msg('nothing_of_it_can_be_undone_any'))
      const undo = { resource: resource.name, act: action, values: {} }
      const data = await runBulk(undo, { items, skipped: [] }, caller)
      if (job !== undefined) await tellUndone(job, database)
      return data
    }
    return answerBulk(backend, call, run, (data) =>
      'job_id' in data ? msg('it_is_done_in_the_background') : message,
    )
  })
}

/** What is still at work would go on behind the undo. */
async function checkEnded(job: number, userId: number, database: Sql): Promise<void> {
  const { rows } = await sql`
    select from jobs where id = ${job} and "user" = ${userId}
      and state in ('queued', 'running', 'paused', 'cancelling')`.execute(database)
  if (rows.length === 0) return
  const message = msg('this_is_still_at_work_undo_it')
  throw conflict(message, { job_id: [message] })
}

/** A job is not offered to be undone twice. */
async function tellUndone(job: number, database: Sql): Promise<void> {
  await sql`update jobs set undoable_until = null where id = ${job}`.execute(database)
}

/** What a user's own job wrote, while its chunks are kept: the records with the versions it gave them. */
async function itemsOfJob(
  resource: Resource,
  action: Undoing['undoes'],
  job: { id: number; userId: number },
  database: Sql,
): Promise<Item[]> {
  const { rows } = await sql<{ id: number; version: number }>`
    select a.record_id as id, max(a.version) as version
    from job_chunks c
      cross join lateral jsonb_array_elements(c.payload -> 'items') item
      join audit_log a on a.resource = ${resource.name}
        and a.record_id = (item ->> 'id')::bigint and a.job_id = c.job_id
    where c.job_id = ${job.id} and c.state = 'done'
      and a.user_id = ${job.userId} and a.action = ${action}
    group by a.record_id order by a.record_id`.execute(database)
  // The audit row of a deletion holds the version before it.
  const later = action === 'delete' ? 1 : 0
  return rows.map(({ id, version }) => ({ id, version: version + later }))
}
