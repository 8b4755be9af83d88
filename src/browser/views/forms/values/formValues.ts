import { initialValue, type User, watched } from '#schema'

import type { Row } from '../../../client/records/row.ts'
import { makerOf } from '../../../client/session/user.ts'
import { isEmpty, isSame } from '../../../ui/fields/typed.ts'
import { controlsOf } from '../../../../kinds/kinds.controls.browser.ts'
import type { FormField } from './formSections.ts'

/** What the inputs hold, by field. */
export type Typed = Record<string, unknown>

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

export function readValue({ field }: FormField, typed: unknown): unknown {
  const { read } = controlsOf(field)
  if (isEmpty(typed)) return null
  return read ? read(typed, field) : typed
}

/** Whether any of the inputs holds something else than at first. */
export const isChanged = (names: readonly string[], typed: Typed, before: Typed): boolean =>
  names.some((name) => !isSame(typed[name], before[name]))
