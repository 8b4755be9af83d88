import { sql } from 'kysely'

import { childRows, ownValue, type Field, type FieldErrors, type Resource } from '#schema'

import { RequestError } from '../../kernel/errors.ts'
import { differences, withoutMasks } from './differences.ts'
import { contextOf } from './table.ts'
import { refusedLines } from './lines.ts'
import { columnOf, tableOf } from '../../database/names.ts'
import { lockRecord, type Stored } from '../read/record.ts'
import { checkReferences, validateWrite } from './validateWrite.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from './transact.ts'
import { asObject, changeRecord, createRecord, prepare, withDefaults } from './write.ts'
import { msg } from '../../../texts/serverMsg.ts'

/** A write that was refused. */
interface Refused {
  readonly resource: Resource
  /** Of the record that was to be changed; undefined for a new one. */
  readonly id?: number
  readonly body: unknown
}

type InTransaction = (work: (scope: Omit<Scope, 'isConfirmed'>) => Promise<void>) => Promise<void>

/**
 * Returns the error of a refused write. Where it was refused for a field, every other check is made too, each by itself, so
 * that one answer names all that is wrong; lines, which need their record, once the record itself is right. Nothing that
 * happens meanwhile stays.
 */
export async function withAllRefusals(
  error: unknown,
  refused: Refused,
  inTransaction: InTransaction,
): Promise<unknown> {
  if (!isForFields(error)) return error
  const all = new Map(Object.entries(error.errors))
  await inTransaction(async (scope) => {
    await checkEverything(refused, scope, all)
    throw new Checked()
  }).catch(onlyChecked)
  return new RequestError(error.status, error.text, Object.fromEntries(all), undefined, error.code)
}

/** Ends the transaction of checks that were made to be rolled back. */
class Checked extends Error {}

/** What a check cannot do without the values that were refused is no answer to anybody. */
function onlyChecked(error: unknown): void {
  if (!(error instanceof Checked) && !(error instanceof RequestError)) throw error
}

const isForFields = (error: unknown): error is RequestError & { errors: FieldErrors } =>
  error instanceof RequestError &&
  error.status === 422 &&
  Object.keys(error.errors ?? {}).some(Boolean)

async function checkEverything(
  { resource, id, body }: Refused,
  scope: Omit<Scope, 'isConfirmed'>,
  all: Map<string, string[]>,
): Promise<void> {
  const { backend, user, sql: database } = scope
  const context = contextOf(scope)
  const behavior = backend.business.behaviors[resource.name]
  const note = (errors: FieldErrors = {}) => {
    for (const [name, messages] of Object.entries(errors))
      if (!all.has(name)) all.set(name, messages)
  }
  const attempt = (work: () => Promise<unknown>) => underSavepoint(scope, work).catch(noteRefusal)
  const noteRefusal = (error: unknown) => {
    if (error instanceof RequestError && error.status === 422) note(error.errors)
  }

  const previous =
    id === undefined ? undefined : await lockRecord(resource, user, id, 'edit', database)
  const given = previous
    ? changesIn(resource, body, previous)
    : await withDefaults(resource, body, context)
  const { values, errors } = await validateWrite({ resource, given, previous }, scope)
  note(errors)
  const prepared = prepareRest({ resource, values, previous }, scope, all, note)
  const wanted = previous ? differences(resource, prepared, previous) : prepared
  await attempt(() => checkReferences(backend, resource, user, wanted, database))
  await attempt(async () => note(await takenIn(resource, wanted, id, scope)))
  await attempt(async () =>
    previous
      ? behavior?.beforeUpdate?.(wanted, previous as never, context)
      : behavior?.beforeCreate?.(wanted, context),
  )
  const isOfLines = (name: string) => {
    const field = ownValue<Field>(resource.fields, name.split('.')[0] ?? '')
    return field !== undefined && childRows(field) !== undefined
  }
  if (![...all.keys()].every(isOfLines)) return
  await attempt(async () => {
    const whole = { ...scope, isConfirmed: true }
    const record = await (id === undefined
      ? createRecord(resource, body, whole)
      : changeRecord(resource, id, body, whole))
    note(await refusedLines(resource, record, whole))
  })
}

function changesIn(resource: Resource, body: unknown, previous: Stored): Row {
  const { version: _version, ...given } = asObject(body)
  return withoutMasks(resource, given, previous) as Row
}

/** The normal form of the values that nothing is wrong with. What it refuses is noted and left out of the next try. */
function prepareRest(
  record: { resource: Resource; values: Row; previous: Stored | undefined },
  { backend }: Pick<Scope, 'backend'>,
  all: ReadonlyMap<string, unknown>,
  note: (errors: FieldErrors | undefined) => void,
): Row {
  const { resource, values, previous } = record
  for (let tries = 0; tries < 3; tries += 1) {
    const entries = Object.entries(values).filter(([name]) => !all.has(name))
    const rest: Row = Object.fromEntries(entries)
    try {
      return prepare(backend, resource, rest, previous, new Set(all.keys()))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      note(error.errors)
    }
  }
  return {}
}

/** The unique fields whose value another record has. */
async function takenIn(
  resource: Resource,
  values: Row,
  id: number | undefined,
  { sql: database }: Pick<Scope, 'sql'>,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const isAlive = resource.softDelete ? sql`and t.deleted_at is null` : sql``
  for (const [name, { options }] of Object.entries<Field>(resource.fields)) {
    const value = values[name]
    if (!options.unique || value === undefined || value === null) continue
    const { rows } = await sql`
      select from ${tableOf(resource)} t
      where ${columnOf(name)} = ${value} and t.id <> ${id ?? 0}::bigint ${isAlive}
      limit 1`.execute(database)
    if (rows.length > 0) errors[name] = [msg('this_value_is_already_taken')]
  }
  return errors
}

/** Runs a check whose failing must not end the transaction for those after it. */
async function underSavepoint(
  { sql: database }: Pick<Scope, 'sql'>,
  work: () => Promise<unknown>,
): Promise<void> {
  await sql`savepoint one_check`.execute(database)
  try {
    await work()
  } finally {
    await sql`rollback to savepoint one_check`.execute(database)
  }
}
