import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Context, Sql } from '#server'

import { contextOf } from '../../../src/server/records/write/hooks.ts'
import { withUnitOfWork } from '../../../src/server/records/write/transact.ts'
import { userWith } from '../../fixtures/user.ts'
import type { TestServer } from '../../fixtures/server.ts'
import { othersWait } from '../../fixtures/work/waiting.ts'
import { member, openClub, sums, truth } from '../statistics/club.ts'

let server: TestServer
let id: number

beforeAll(async () => {
  server = await openClub()
  const user = await server.user(['member.view', 'member.create'])
  const { body } = await user.post('/members', { name: 'Ada', seen_at: '2026-01-01T10:00:00Z' })
  id = body.data.id
}, 60_000)
afterAll(() => server.close())

/** What a hook does in a transaction of its own. */
function inHook(work: (context: Context) => Promise<unknown>): Promise<unknown> {
  const { backend } = server
  const user = userWith()
  const author = { user_id: user.id }
  return backend.database.sql
    .transaction()
    .execute((transaction: Sql) =>
      withUnitOfWork(transaction, (unitOfWork) =>
        work(contextOf({ backend, user, author, sql: transaction, unitOfWork })),
      ),
    )
}

test('two hooks that change one record at once each see what the other wrote', async () => {
  let other: Promise<unknown> = Promise.resolve()
  await inHook(async ({ records, sql: database, backend }) => {
    await records(member).update(id, { seen_at: '2026-01-02T10:00:00Z' })
    other = inHook(({ records: theirs }) =>
      theirs(member).update(id, { seen_at: '2026-01-03T10:00:00Z', name: 'Bea' }),
    )
    await othersWait(backend.database, database)
  })
  await other
  expect(await sums(server)).toEqual(await truth(server))
  const { rows } = await sql<{ version: number; before: unknown }>`
    select version, before from audit_log where record_id = ${id} and action = 'update'
    order by version`.execute(server.backend.database.sql)
  expect(rows).toMatchObject([
    { version: 2, before: { seen_at: '2026-01-01T10:00:00Z' } },
    { version: 3, before: { seen_at: '2026-01-02T10:00:00Z', name: 'Ada' } },
  ])
})
