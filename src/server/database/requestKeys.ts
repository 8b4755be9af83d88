import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { conflict } from '../kernel/errors.ts'
import type { RequestKey } from '../kernel/guard.ts'
import { prepared } from './connection.ts'
import { msg } from '../../texts/serverMsg.ts'
import { answeredBefore } from './answeredBefore.ts'

interface Taken<Answer> {
  /** No call had the key. */
  readonly isNew: boolean
  /** What an earlier call with it has answered. */
  readonly before: Answer | undefined
}

/**
 * Takes a key for a call. One that is older than `seconds` is as good as new. Waits for a transaction that took the same
 * key and runs.
 */
async function take<Answer>(
  wanted: RequestKey,
  database: Sql,
  seconds: number | null = null,
): Promise<Taken<Answer>> {
  const { user, key, request } = wanted
  const { numAffectedRows } = await sql`${prepared}
    insert into request_keys as k (user_id, key, request) values (${user}, ${key}, ${request})
    on conflict (user_id, key) do update
      set request = excluded.request, answer = null, created_at = excluded.created_at
      where k.created_at < now() - make_interval(secs => ${seconds})`.execute(database)
  const isNew = numAffectedRows !== 0n
  return { isNew, before: isNew ? undefined : await answeredBefore<Answer>(wanted, database) }
}

async function keepAnswer(wanted: RequestKey, answer: object, database: Sql): Promise<void> {
  await sql`${prepared} ${answerUpdate(wanted, answer)}`.execute(database)
}

const answerUpdate = ({ user, key }: RequestKey, answer: object): RawBuilder<unknown> => sql`
  update request_keys set answer = ${JSON.stringify(answer)}::jsonb
  where user_id = ${user} and key = ${key}`

async function forget({ user, key }: RequestKey, database: Sql): Promise<void> {
  await sql`delete from request_keys where user_id = ${user} and key = ${key}`.execute(database)
}

/**
 * Does work in the transaction of its caller, or answers what it answered to an earlier call with the same key. Of calls
 * at the same moment, by any process, one does it and the others wait for its answer.
 */
export async function once<Answer extends object>(
  wanted: RequestKey | undefined,
  database: Sql,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!wanted) return work()
  const { before } = await take<Answer>(wanted, database)
  if (before) return before
  const answer = await work()
  await keepAnswer(wanted, answer, database)
  return answer
}

/**
 * The same for work that lasts, as a call to others does, and so has no transaction around it. Throws 409 while an earlier
 * call with the same key is under way, or was when its process was killed. After a failure the key is as good as new.
 */
export async function onceApart<Answer extends object>(
  wanted: RequestKey | undefined,
  database: Sql,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!wanted) return work()
  const { isNew, before } = await take<Answer>(wanted, database)
  if (before) return before
  if (!isNew) throw conflict(msg('this_is_under_way_already'))
  const answer = await work().catch(async (error: unknown) => {
    await forget(wanted, database)
    throw error
  })
  await keepAnswer(wanted, answer, database)
  return answer
}

/** What comes without a key is known again by what it asks. */
export const withoutKey = ({
  user,
  request,
}: Pick<RequestKey, 'user' | 'request'>): RequestKey => ({
  user,
  request,
  key: `body ${request.toString('base64url')}`,
})

interface Within<Answer> {
  readonly seconds: number
  /** Whether what was answered before is still so; otherwise the work is done anew. */
  stands?(answer: Answer): Promise<boolean>
  /** Runs the statement that keeps the answer before the transaction ends; at once unless given. */
  store?(statement: RawBuilder<unknown>): void
}

/** The same for what comes without a key: asked again within so many seconds by the same caller, it is the same request. */
export async function onceWithin<Answer extends object>(
  { seconds, stands = () => Promise.resolve(true), store }: Within<Answer>,
  { user, request }: Pick<RequestKey, 'user' | 'request'>,
  database: Sql,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const wanted = withoutKey({ user, request })
  const { isNew, before } = await take<Answer>(wanted, database, seconds)
  if (before && (await stands(before))) return before
  if (!isNew) {
    await forget(wanted, database)
    return once(wanted, database, work)
  }
  const answer = await work()
  if (store) store(answerUpdate(wanted, answer))
  else await keepAnswer(wanted, answer, database)
  return answer
}

/** Forgets keys after a day. */
export async function forgetRequestKeys(database: Sql): Promise<void> {
  await sql`delete from request_keys where created_at < now() - interval '24 hours'`.execute(
    database,
  )
}
