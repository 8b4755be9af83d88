import { sql } from 'kysely'

import { importOptions, type ImportStarted } from '#contract'
import type { User } from '#schema'
import type { Backend } from '#server'

import type { Database } from '../../../src/server/kernel/database.ts'
import { withUnitOfWork } from '../../../src/server/records/write/transact.ts'
import { findFile } from '../../../src/server/files/store.ts'
import { inspectFile, startImport } from '../../../src/server/imports/start.ts'
import { loadUser } from '../../../src/server/jobs/jobContext.ts'
import { testBackend } from '../../fixtures/backend.ts'
import { reader } from '../../fixtures/files/imports.ts'
import { business } from '../../fixtures/readers.ts'
import { writeFile } from '../../fixtures/files/storedFile.ts'

export const importBackend = (database: Database): Backend => testBackend(database, business)

/** Somebody who may import readers. */
export async function addImporter(database: Database): Promise<User> {
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into users (name, email, password) values ('Ada', 'ada@example.com', 'none') returning id
    ), role as (
      insert into roles (name) values ('Importer') returning id
    ), permission as (
      insert into permissions (name) values ('reader.import') returning id
    ), granted as (
      insert into roles_permissions (record_id, target_id) select r.id, p.id from role r, permission p
    ), given as (
      insert into users_roles (record_id, target_id) select u.id, r.id from person u, role r
    )
    select id from person`.execute(database.sql)
  const user = await loadUser(importBackend(database), database.sql, rows[0]!.id)
  if (!user) throw new Error('no importer')
  return user
}

/** Puts the import of a text in the queue, as the route does. */
export async function queueImport(
  backend: Backend,
  user: User,
  content: Buffer,
  order: object,
): Promise<ImportStarted> {
  const { sql: database } = backend.database
  async function* bytes() {
    yield content
  }
  const id = await writeFile(
    database,
    {
      user_id: user.id,
      purpose: 'import:readers',
      name: 'readers.csv',
      media_type: 'text/csv',
      keptForMs: 3_600_000,
    },
    bytes(),
  )
  const file = await findFile(database, id)
  const options = importOptions.parse({ upload_id: id, settings: { branch: 'Main' }, ...order })
  const inspected = await inspectFile(file!, options, database)
  return database.transaction().execute((transaction) =>
    withUnitOfWork(transaction, (unitOfWork) =>
      startImport(reader, inspected, options, {
        backend,
        user,
        author: { user_id: user.id },
        isConfirmed: true,
        sql: transaction,
        unitOfWork,
      }),
    ),
  )
}
