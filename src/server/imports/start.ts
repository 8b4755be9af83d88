import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { ImportOptions, ImportStarted } from '#contract'
import { importForm, importModesOf, makesRecords, type Resource } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { conflict, forbidden, invalid } from '../kernel/errors.ts'
import type { StoredFile } from '../files/store.ts'
import { assertStorable, storable } from '../records/write/validation/forbiddenText.ts'
import { insertRecord } from '../records/write/table.ts'
import { contextOf } from '../records/write/hooks.ts'
import type { Scope } from '../records/write/transact.ts'
import { hashOf, importedBefore } from './uploadedFile.ts'
import { inspect } from './rows/sample.ts'
import type { Inspection } from '../../csv/inspect.ts'
import { requireFollow } from './keepFollow.ts'
import { queueWork, type WorkType } from './queueWork.ts'
import type { StoredOptions } from './storedOptions.ts'
import { checkType, importType, sharedValues } from './rows/task.ts'
import { msg } from '../../texts/serverMsg.ts'
import { checkDuplicates, checkSettings, checkRequired } from './checkOrder.ts'
import { checkMapping } from './checkMapping.ts'

/** What a file shows before an import of it begins. */
export interface Inspected {
  readonly file: StoredFile
  readonly found: Inspection
  readonly sha256: string
}

/** Looks at a file outside of any transaction: a large one takes seconds. */
export async function inspectFile(
  file: StoredFile,
  order: ImportOptions,
  database: Sql,
): Promise<Inspected> {
  const found = await inspect(file, order, database)
  return { file, found, sha256: await hashOf(file, database) }
}

/**
 * Checks everything that can be known without reading the whole file and puts the import in the queue.
 * The same file with the same order, sent again while it is at work, answers the import at work.
 */
export async function startImport(
  resource: Resource,
  { file, found, sha256 }: Inspected,
  order: ImportOptions,
  scope: Scope,
): Promise<ImportStarted> {
  const { user, sql: database } = scope
  const { mapping, settings, date_order, decimal_sign, mode, duplicates, note } = order
  if (found.candidates.length > 0) throw invalid({ encoding: [uncertain] }, uncertain)
  if (!importModesOf(resource, user).includes(mode)) throw forbidden()
  checkDuplicates(resource, scope, order)
  checkMapping(resource, scope, order, found.headers.length)
  const form = importForm(resource, mode)
  const values = await checkSettings(form, scope, settings)
  if (mode !== 'update') checkRequired(form, scope, [...mapping, ...Object.keys(values)])
  if (makesRecords(order)) await sharedValues(resource, values, contextOf(scope))
  assertStorable(scope.backend.business, { note })
  const asked = {
    mapping,
    settings: values,
    date_order,
    decimal_sign,
    mode,
    duplicates,
    reading: found.reading,
  }
  const type = order.check ? checkType : importType
  if (type === importType) requireFollow(resource, scope)
  const importOptions: StoredOptions = {
    ...asked,
    key: keyOf([sha256, resource.name, found.encoding, asked, ...(order.check ? [type] : [])]),
    size: file.stored,
    headers: found.headers.map((header) =>
      storable(scope.backend.business, [...header].slice(0, 190).join('')),
    ),
    encoding: found.encoding,
  }
  await lockUser(user.id, database)
  const running = await runningImport(file, importOptions, scope)
  if (running) return running
  const warning = await importedBefore(resource, sha256, database)
  return {
    ...(await begin(resource, { file, sha256, options: importOptions, type, note }, scope)),
    ...(warning && { warning }),
  }
}

const uncertain = msg('it_is_not_certain_how_the_letters')

const keyOf = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Two requests of one person at the same moment begin one import. */
async function lockUser(user: number, database: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${user}`}, 0))`.execute(
    database,
  )
}

async function runningImport(
  { id }: StoredFile,
  { key }: StoredOptions,
  { user, sql: database }: Scope,
): Promise<ImportStarted | undefined> {
  const { rows } = await sql<{ id: number; job: number; key: string }>`
    select id, job, options ->> 'key' as key from imports
    where "user" = ${user.id} and state in ('uploaded', 'checking', 'preparing', 'importing')
      and job is not null and (file = ${id} or options ->> 'key' = ${key})
    order by options ->> 'key' = ${key} desc, id limit 1`.execute(database)
  const running = rows[0]
  if (!running) return undefined
  if (running.key !== key) throw conflict(msg('this_file_is_being_imported_already'))
  return { id: running.id, job_id: running.job }
}

interface Begun {
  readonly file: StoredFile
  readonly sha256: string
  readonly options: StoredOptions
  readonly type: WorkType
  readonly note: string
}

async function begin(
  resource: Resource,
  { file, sha256, options, type, note }: Begun,
  scope: Scope,
): Promise<ImportStarted> {
  const { id } = await insertRecord(
    scope.backend.resource('imports'),
    {
      name: file.name,
      resource: resource.name,
      file: file.id,
      user: scope.user.id,
      options,
      sha256,
      note: note || null,
    },
    scope,
  )
  const job_id = await queueWork(
    resource,
    { id, name: file.name, file: file.id, sha256 },
    type,
    scope,
  )
  return { id, job_id }
}
