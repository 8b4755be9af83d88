import {
  countryNeeded,
  fieldOf,
  mayRead,
  mayWrite,
  nationalPhones,
  plainPhone,
  validateChanges,
  validateNew,
  type FieldErrors,
  type Fields,
  type Resource,
  type Validation,
  targetOf,
} from '#schema'

import { regionOf, validPhone } from '../../kernel/phones.ts'
import { countryCodeOf } from './countryCode.ts'
import type { Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from './transact.ts'

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
  const { resource, fields = resource.fields, previous } = write
  const { given, refused } = await withWholePhones(write, scope)
  const validate = previous ? validateChanges : validateNew
  const { values, errors } = validate(fields, scope.user, given)
  return { values, errors: errors && { ...errors, ...refused } }
}

/** A number that cannot be completed stays as it was given, and why is answered beside it. */
async function withWholePhones({ resource, given, previous }: Write, scope: Reading) {
  const refused: FieldErrors = {}
  if (typeof given !== 'object' || given === null) return { given, refused }
  const names = nationalPhones(resource, given).filter((name) => {
    const field = fieldOf(resource, name)
    return field && mayWrite(scope.user, field)
  })
  if (names.length === 0) return { given, refused }
  const values = given as Row
  const region = regionOf(await countryOf(resource, values, previous, scope))
  const whole: Row = {}
  for (const name of names) {
    const phone = region && validPhone(plainPhone(String(values[name])), region)
    if (phone) whole[name] = phone.e164
    else refused[name] = [region ? 'There is no such phone number' : countryNeeded]
  }
  return { given: { ...values, ...whole }, refused }
}

/** The country of two letters that a record will have. */
async function countryOf(
  resource: Resource,
  given: Row,
  previous: Stored | undefined,
  { backend, user, sql }: Reading,
): Promise<string | undefined> {
  const name = String(resource.phoneCountry)
  const field = fieldOf(resource, name)
  if (!field || !mayRead(user, field)) return undefined
  const value = given[name] === undefined ? previous?.[name] : given[name]
  const target = targetOf(field)
  if (!target) return typeof value === 'string' ? value.trim().toUpperCase() : undefined
  if (!Number.isSafeInteger(value)) return undefined
  return countryCodeOf(backend.resource(target), user, Number(value), sql)
}
