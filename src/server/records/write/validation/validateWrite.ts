import { sql } from 'kysely'
import {
  countryNeeded,
  fieldOf,
  initialValue,
  isMasked,
  isObject,
  shown,
  isPreset,
  readRule,
  mayWrite,
  nationalPhones,
  plainPhone,
  validateChanges,
  validateNew,
  type FieldErrors,
  type Fields,
  type Resource,
  type Validation,
  type Field,
  type User,
  ownValue,
  renderMessage,
  valueSchema,
} from '#schema'
import { regionOf, validPhone } from '../../../kernel/phones/phones.ts'
import { letsIn, type Stored } from '../../read/record.ts'
import { isJoin } from '../../../database/names.ts'
import type { Row } from '../../read/select.ts'
import { mayUseOptions, reachable } from '../../read/titles.ts'
import type { Scope } from '../transact.ts'
import { confirmPassword, invalid } from '../../../kernel/errors.ts'
import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { prepared } from '../../../database/connection.ts'
import { partsOf } from '../../../database/parts.ts'
import { msg } from '../../../../texts/serverMsg.ts'
import { defaultsOf, presetsOf } from '../presets.ts'
import { phonePlaceOf } from './countryCode.ts'
import { sourceOf } from '../../read/source.ts'

interface Write {
  readonly resource: Resource
  /** What may be set; the resource's fields where nothing is said. */
  readonly fields?: Fields
  readonly given: unknown
  /** The record that is changed; undefined for a new one. */
  readonly previous: Stored | undefined
}

type Reading = Pick<Scope, 'backend' | 'user' | 'sql'>

/** Validates a new record or changes of one, with national phone numbers completed by the record's country. */
export async function validateWrite(write: Write, scope: Reading): Promise<Validation> {
  const { previous } = write
  const fields = await openFields(write, scope)
  const { resource } = write
  const hasPresets = !previous && partsOf(resource.fields).hasPresets
  const presets = hasPresets ? await presetsOfOne(write, scope) : {}
  const { given, refused } = resource.phoneCountry
    ? await withWholePhones(write, presets, scope)
    : { given: write.given }
  const { values, errors } = previous
    ? validateChanges(fields, scope.user, given)
    : validateNew(fields, scope.user, given, presets)
  return { values, errors: errors && { ...errors, ...refused } }
}

/** What a client sends as it was shown it: a mask that stands for the stored value changes nothing. */
export function withoutMasks(resource: Resource, given: unknown, previous: Row): unknown {
  if (!isObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const field = ownValue<Field>(resource.fields, name)
      return !field || !isMasked(field) || value === null || value !== shown(field, previous[name])
    }),
  )
}

/** The fields, without those of which the user may not read what the record holds: users set only what they see. */
async function openFields(
  { resource, fields = resource.fields, previous, given }: Write,
  { user, sql: database }: Reading,
): Promise<Fields> {
  const open: Record<string, Field> = { ...fields }
  for (const name of previous ? Object.keys(Object(given)) : []) {
    const field = ownValue<Field>(fields, name)
    const rule = !field || readRule(user, field)
    if (typeof rule !== 'boolean' && !(await letsIn(resource, rule, previous ?? {}, database)))
      delete open[name]
  }
  return open
}

async function presetsOfOne({ resource, given }: Write, scope: Reading): Promise<Row> {
  const [presets = {}] = isObject(given) ? await presetsOf(resource, [given], scope) : []
  return presets
}

/** A number that cannot be completed stays as it was given, and why is answered beside it. */
async function withWholePhones({ resource, given, previous }: Write, presets: Row, scope: Reading) {
  const refused: FieldErrors = {}
  if (typeof given !== 'object' || given === null) return { given, refused }
  const names = nationalPhones(resource, given).filter((name) => {
    const field = fieldOf(resource, name)
    return field && mayWrite(scope.user, field)
  })
  if (names.length === 0) return { given, refused }
  const values = given as Row
  const begun = previous ?? { ...defaultsOf(resource, scope.user), ...presets }
  const region = regionOf(await phonePlaceOf(resource, { ...begun, ...values }, scope))
  const whole: Row = {}
  for (const name of names) {
    const phone = region && validPhone(plainPhone(String(values[name])), region)
    if (phone) whole[name] = phone.e164
    else refused[name] = [region ? msg('there_is_no_such_phone_number') : countryNeeded]
  }
  return { given: { ...values, ...whole }, refused }
}

/** Throws 403 with the code `confirm_password` when the write needs a password entered lately and there is none. */
export function requireConfirmed(
  resource: Resource,
  operation: 'create' | 'edit' | 'delete',
  names: readonly string[],
  { isConfirmed }: Pick<Scope, 'isConfirmed'>,
): void {
  if (isConfirmed) return
  const isSensitive = (name: string) => {
    const field: Field | undefined = resource.fields[name]
    return field?.options.reauthenticate === true
  }
  if (resource.reauthenticate?.includes(operation) || names.some(isSensitive)) {
    throw confirmPassword()
  }
}

interface ReferencedIds {
  readonly name: string
  readonly target: Resource
  readonly ids: readonly unknown[]
}

/**
 * Refuses ids of records that are not there for this user: unknown, deleted or unseen give the same answer.
 * One statement for all fields. Before a write of the same values, those that its foreign keys refuse alike are left to it.
 */
export async function checkReferences(
  backend: Backend,
  resource: Resource,
  user: User,
  values: Row,
  database: Sql,
  { before = 'anything' }: { before?: 'anything' | 'write' } = {},
): Promise<void> {
  const asking = { backend, user, sql: database, before }
  const [errors] = await refusedReferences(resource, [values], asking)
  if (errors) throw invalid(errors)
}

/** The same of many records, in one statement for all: what is refused of each, by their places. */
export async function refusedReferences(
  resource: Resource,
  records: readonly Row[],
  { sql: database, ...asking }: Reading & { readonly before: 'anything' | 'write' },
): Promise<(FieldErrors | undefined)[]> {
  const wanted = records.map((values) => referencedIds(resource, values, asking))
  const byName = new Map<string, Pick<ReferencedIds, 'target'> & { ids: Set<unknown> }>()
  for (const { name, target, ids } of wanted.flat()) {
    const known = byName.get(name) ?? { target, ids: new Set() }
    for (const id of ids) known.ids.add(id)
    byName.set(name, known)
  }
  if (byName.size === 0) return records.map(() => undefined)
  const parts = [...byName].map(
    ([name, { target, ids }]) => sql`
      select ${sql.lit(name)} as name, t.id from ${sourceOf(target)} t
      where t.id = any(${[...ids]}::bigint[]) and ${reachable(target, asking.user)}`,
  )
  const { rows } = await sql<{ name: string; id: number }>`${prepared}
    ${sql.join(parts, sql` union all `)}`.execute(database)
  const found = new Set(rows.map(({ name, id }) => `${name} ${id}`))
  return wanted.map((own) => {
    const refused = own.filter(({ name, ids }) => ids.some((id) => !found.has(`${name} ${id}`)))
    const message = msg('not_found_choose_one_from_the_list')
    const errors = Object.fromEntries(refused.map(({ name }) => [name, [message]]))
    return refused.length > 0 ? errors : undefined
  })
}

function referencedIds(
  resource: Resource,
  values: Row,
  { backend, user, before }: Pick<Reading, 'backend' | 'user'> & { before: 'anything' | 'write' },
): ReferencedIds[] {
  return partsOf(resource.fields).references.flatMap(([name, target, field]) => {
    const ids = [values[name] ?? []].flat()
    // Who makes a record is known, whether or not they may list people.
    if (ids.length === 0 || (isPreset(field) && values[name] === initialValue(field, user)))
      return []
    const one = { name, target: backend.resource(target), ids }
    return before === 'write' && isKeyEnough(resource, user, one) ? [] : [one]
  })
}

/** Whether the foreign key alone refuses what this would: every record of the target is there for the user. */
function isKeyEnough(resource: Resource, user: User, { name, target }: ReferencedIds): boolean {
  const isAll = mayUseOptions(target, user) || target.access.list(user) === true
  return isAll && !target.softDelete && !isJoin(resource, name)
}

interface Hook {
  readonly resource: Resource
  readonly name: string
  /** What it was called with, which was checked before. */
  readonly given: Row
  readonly isDevelopment: boolean
}

/**
 * Returns the values that a hook answered. Throws, naming resource and hook, for a value that its field does not take, and in
 * development for a field that is not there: a fault of the business, which no client can mend.
 */
export function checkedAnswer(
  { resource, name, given, isDevelopment }: Hook,
  answer: unknown,
): Row {
  const fault = (why: string) => new Error(`${resource.name}.${name}: ${why}`)
  if (!isObject(answer)) throw fault('a hook returns the values')
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined || value === given[key]) continue
    const field: Field | undefined = resource.fields[key]
    if (!field && isDevelopment) throw fault(`returns "${key}", which is no field`)
    const why = field && refusal(field, value)
    if (why !== undefined) throw fault(`returns a wrong "${key}": ${renderMessage(why)}`)
  }
  return answer
}

function refusal(field: Field, value: unknown): string | undefined {
  if (value === null) return field.options.optional ? undefined : 'it may not be empty'
  return valueSchema(field).safeParse(value).error?.issues[0]?.message
}
