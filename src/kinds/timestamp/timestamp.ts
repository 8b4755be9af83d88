import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import type { Field } from '../field.ts'
import { daysOf } from '../date/period.ts'
import { dayOn, momentsOf } from '../date/zone.ts'
import { isDay } from '../date/date.ts'
import { msg } from '../../texts/msg.ts'

export type TimestampField = Field<'timestamp', string>

const usualDay = '2026-01-31'

const momentLike = (day: string) => msg('enter_a_moment_like', { example: `${day} 14:30:00` })

export const momentMessage = momentLike(usualDay)

/** A moment between 1900 and 2100, kept in UTC, on the wire in ISO 8601. */
export const timestampKind = defineKind(plainField<'timestamp', string>('timestamp'), {
  column: () => 'timestamptz',
  schema: () =>
    z.string(momentMessage).check(
      z.overwrite((text) => utc(text.trim()) ?? ''),
      z.minLength(1, momentMessage),
    ),
  operators: ['equals', 'range', 'empty'],
  dated: 'moment',
  operand: (text) => moment(text),
  period(text, clock) {
    const days = daysOf(text, dayOn(clock)) ?? (isDay(text) ? { from: text, to: text } : undefined)
    return days && momentsOf(days, clock.zone)
  },
})

const written =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,6})\d{0,6})?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/

/**
 * The moment a text names, as the database prints it: `Z`, and no zeros at the end of the fraction.
 * Without a zone it is UTC; a day alone is its first moment.
 */
function utc(text: string): string | undefined {
  const [, day, clock = '00:00', seconds = '00', fraction = '', zone = 'Z'] =
    written.exec(text) ?? []
  if (!day || !isDay(day)) return undefined
  const time = Date.parse(`${day}T${clock}:${seconds}${offset(zone)}`)
  const whole = Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 19)
  if (!isDay(whole.slice(0, 10))) return undefined
  const digits = fraction.replace(/0+$/, '')
  return `${whole}${digits && `.${digits}`}Z`
}

const offset = (zone: string) =>
  zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`

/** The moment that a text names. Where it names none, an example begins with the day. */
export function moment(text: string, day = usualDay): string {
  const value = utc(text.trim())
  if (!value) throw new ValueError('bad_date', momentLike(day))
  return value
}
