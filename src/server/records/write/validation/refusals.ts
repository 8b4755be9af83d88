import { sql } from 'kysely'

import {
  childRows,
  closedNames,
  ownValue,
  type Field,
  type FieldErrors,
  type Resource,
} from '#schema'

import { invalid, RequestError } from '../../../kernel/errors.ts'
import { contextOf, asObject, prepare, withDefaults } from '../hooks.ts'
import { refusedLines } from '../lines/refusedLines.ts'
import { columnOf, tableOf } from '../../../database/names.ts'
import { lockRecord, type Stored } from '../../read/record.ts'
import { checkReferences, validateWrite, withoutMasks } from './validateWrite.ts'
import { differences } from '../../../audit/audit.ts'
import type { Row } from '../../read/select.ts'
import type { Scope } from '../transact.ts'
import { changeRecord, createRecord } from '../write.ts'
import { msg } from '../../../../texts/serverMsg.ts'

/** A write that was refused. */
interface Refused {
  readonly resource: Resource
  /** Of the record that was to be changed; undefined for a new one. */
  readonly id?: number
  readonly body: unknown
}

/** Whether a write was refused for what it is, and not for what became of the record. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RequestError && [403, 422].includes(error.status)

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
  const { status, text, code, data } = error
  return new RequestError(status, text, Object.fromEntries(all), undefined, code, data)
}

/**
 * Returns the error of a refused write whose user may compare no more masked values within the hour: all that is wrong with
 * it without these, or that limit. It is the same whether or not they are stored.
 */
export async function withOwnRefusals(
  limit: RequestError,
  refused: Refused,
  inTransaction: InTransaction,
): Promise<unknown> {
  const all = new Map<string, string[]>()
  await inTransaction(async (scope) => {
    const closed = closedNames(refused.resource, scope.user, Object(refused.body))
    await checkEverything(refused, scope, all, closed)
    throw new Checked()
  }).catch(onlyChecked)
  return all.size > 0 ? invalid(Object.fromEntries(all)) : limit
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

/** `closed` are fields whose values are compared with nothing. */
async function checkEverything(
  { resource, id, body }: Refused,
  scope: Omit<Scope, 'isConfirmed'>,
  all: Map<string, string[]>,
  closed: readonly string[] = [],
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
  const record = { resource, values, previous }
  const whole = prepareRest(record, scope, new Set(all.keys()), note)
  const open = new Set([...all.keys(), ...closed])
  const prepared = closed.length > 0 ? prepareRest(record, scope, open, ignore) : whole
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
  if (closed.length > 0 || ![...all.keys()].every(isOfLines)) return
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
  refused: ReadonlySet<string>,
  note: (errors: FieldErrors | undefined) => void,
): Row {
  const { resource, values, previous } = record
  const left = new Set(refused)
  for (let tries = 0; tries < 3; tries += 1) {
    const entries = Object.entries(values).filter(([name]) => !left.has(name))
    const rest: Row = Object.fromEntries(entries)
    try {
      return prepare(backend, resource, rest, previous, left)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      note(error.errors)
      for (const name of Object.keys(error.errors ?? {})) left.add(name)
    }
  }
  return {}
}

/** What is wrong only because values were left out is wrong with nothing that was given. */
const ignore = () => undefined

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
