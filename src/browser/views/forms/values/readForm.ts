import {
  isMask,
  type Resource,
  type User,
  countryNeeded,
  nationalPhones,
  phonePlaces,
  validateChanges,
  validateNew,
  refusedBy,
  ValueError,
  type Fields,
} from '#schema'

import { fieldAt } from '../../../client/http/problem.ts'
import type { Row } from '../../../client/records/row.ts'
import { isEmpty, isSame } from '../../../ui/fields/typed.ts'
import type { FormField } from './formSections.ts'
import { type Typed, typedRecord, readValue } from './formValues.ts'

export interface ReadForm {
  readonly values: Record<string, unknown>
  /** The first message by field; empty when all is well. */
  readonly errors: Record<string, string>
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
