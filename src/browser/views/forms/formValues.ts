import {
  initialValue,
  isMask,
  isMasked,
  mayRead,
  kindOf,
  sectionsOf,
  type Field,
  type Resource,
  type User,
  countryNeeded,
  nationalPhones,
  phonePlaces,
  validateChanges,
  validateNew,
  refusedBy,
  ValueError,
  watched,
  type Fields,
} from '#schema'

import { fieldAt } from '../../client/http/problem.ts'
import type { Row } from '../../client/records/row.ts'
import { makerOf } from '../../client/session/user.ts'
import { isEmpty, isSame } from '../../ui/fields/typed.ts'
import { readableFields, writableNames, type NamedField } from '../../client/records/permitted.ts'
import { controlsOf } from '../../../kinds/kinds.controls.browser.ts'

/** One field of a form: typed, or only shown to a user who may not set it. */
export interface FormField extends NamedField {
  readonly isWritable: boolean
  /** The user does not see the value: what is left empty stays as it is. */
  readonly isBlind: boolean
  /** Why this user cannot change this record's value, although they may change others'. */
  readonly reason?: string | undefined
}

export interface FormSection {
  readonly heading: string
  readonly fields: readonly FormField[]
}

/** The sections of a form as a user may see them; a new record has nothing to show of what cannot be set. */
export function formSections(
  resource: Resource,
  user: User,
  record: Row | undefined,
  fixed: Readonly<Record<string, string | undefined>> = {},
): FormSection[] {
  const writable = writableNames(resource, user)
  return sectionsOf(resource.form)
    .map(([heading, names]) => ({
      heading,
      fields: readableFields(resource, user, names)
        .map(({ name, field }) => ({
          name,
          field,
          isWritable: writable.has(name) && !(name in fixed),
          reason: fixed[name],
          isBlind: record !== undefined && isUnseen(field, record[name]),
        }))
        .filter(({ isWritable }) => isWritable || record !== undefined)
        .filter(({ name, field }) => !record || mayRead(user, field) || name in record),
    }))
    .filter(({ fields }) => fields.length > 0)
}

/** Whether a value stands behind the input that the user has not been shown. */
const isUnseen = (field: Field, value: unknown): boolean =>
  kindOf(field).writeOnly === true || (isMasked(field) && isMask(value))

/** What the inputs hold, by field. */
export type Typed = Record<string, unknown>

export interface ReadForm {
  readonly values: Record<string, unknown>
  /** The first message by field; empty when all is well. */
  readonly errors: Record<string, string>
}

/** What the inputs show first: the record's values, or the defaults of a new one, which may depend on the user. */
export function typedOf(
  fields: readonly FormField[],
  record: Row | undefined,
  defaults: Readonly<Record<string, unknown>> = {},
  user?: User,
): Typed {
  const maker = user && makerOf(user)
  const entries = fields.map(({ name, field, isBlind }): [string, unknown] => {
    const value = record ? record[name] : (defaults[name] ?? initialValue(field, maker))
    const { write } = controlsOf(field)
    if (isBlind) return [name, null]
    return [name, (write ? write(value, field) : value) ?? null]
  })
  return Object.fromEntries(entries)
}

/**
 * All values of a new record, or the changed ones of a known record, checked by the declaration's own rules. Of the
 * records of a `resource`, phone numbers may be national.
 */
export function readForm(
  fields: readonly FormField[],
  user: User,
  typed: Typed,
  before: Typed | undefined,
  resource?: Resource,
): ReadForm {
  const sent = before ? fields.filter(({ name }) => !isSame(typed[name], before[name])) : fields
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const one of sent) {
    try {
      values[one.name] = readValue(one, typed[one.name])
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      errors[one.name] = error.message
    }
  }
  const refused = { ...refusals(sent, user, values, Boolean(before)), ...errors }
  return {
    values,
    errors: resource ? withoutNational(refused, { resource, values, typed }) : refused,
  }
}

/** A record as it would be with what was typed; what cannot be read yet is empty. */
export const typedRecord = (
  fields: readonly FormField[],
  typed: Typed,
  record: Row | undefined,
): Readonly<Record<string, unknown>> =>
  watched((name) => {
    const one = fields.find((field) => field.name === name)
    if (!one?.isWritable) return record?.[name]
    try {
      return readValue(one, typed[name])
    } catch {
      return null
    }
  })

interface Typing {
  readonly fields: readonly FormField[]
  readonly typed: Typed
  readonly record: Row | undefined
  readonly before: Typed | undefined
  /** What is wrong with single values. */
  readonly errors: ReadForm['errors']
}

/** What the checks of the declaration have against a form, as far as the record is known here; the server asks again. */
export function refusedTogether(
  resource: Pick<Resource, 'name' | 'fields' | 'checks'>,
  { fields, typed, record, before, errors }: Typing,
): ReadForm['errors'] {
  const inForm = (name: string) => fields.find((one) => one.name === name)
  const isKnown = (name: string) => {
    const one = inForm(name)
    if (name in errors || one?.isBlind) return false
    return one !== undefined || (record !== undefined && name in record && !isMask(record[name]))
  }
  const isGiven = (name: string) =>
    inForm(name) !== undefined && !(before && isSame(typed[name], before[name]))
  const refused = refusedBy(resource, typedRecord(fields, typed, record), { isGiven, isKnown })
  const entries = Object.entries(refused ?? {}).filter(([place]) => inForm(fieldAt(place)))
  return Object.fromEntries(entries.map(([name, [first = '']]) => [name, first]))
}

/** The server completes national phone numbers by the country, where what says it is given or stands in no input. */
function withoutNational(
  errors: ReadForm['errors'],
  form: { resource: Resource; values: ReadForm['values']; typed: Typed },
): ReadForm['errors'] {
  const { resource, values, typed } = form
  const inputs = phonePlaces(resource).map((path) => path.split('.')[0] ?? path)
  const isLacking = inputs.every((name) => name in typed && isEmpty(typed[name]))
  const names = nationalPhones(resource, values)
  const others = Object.entries(errors).filter(([name]) => !names.includes(name))
  const lacking = isLacking ? names.map((name) => [name, countryNeeded]) : []
  return Object.fromEntries([...others, ...lacking])
}

function readValue({ field }: FormField, typed: unknown): unknown {
  const { read } = controlsOf(field)
  if (isEmpty(typed)) return null
  return read ? read(typed, field) : typed
}

function refusals(
  sent: readonly FormField[],
  user: User,
  values: Record<string, unknown>,
  isChange: boolean,
): Record<string, string> {
  const fields: Fields = Object.fromEntries(sent.map(({ name, field }) => [name, field]))
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => name in fields))
  const { errors = {} } = (isChange ? validateChanges : validateNew)(fields, user, given)
  return Object.fromEntries(Object.entries(errors).map(([name, [first = '']]) => [name, first]))
}

/** Whether any of the inputs holds something else than at first. */
export const isChanged = (names: readonly string[], typed: Typed, before: Typed): boolean =>
  names.some((name) => !isSame(typed[name], before[name]))
