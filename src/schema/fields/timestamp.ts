import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'
import { inOrder, isDay } from './date.ts'

export type TimestampField<Options extends FieldOptions<string> = FieldOptions<string>> = Field<
  'timestamp',
  string,
  Options
>

/** A moment, kept in UTC, on the wire in ISO 8601. */
export function timestamp<const Options extends FieldOptions<string>>(
  options = {} as Options,
): TimestampField<Options> {
  return { kind: 'timestamp', options }
}

const message = 'Enter a date and time like 2026-01-31 14:30:00'

export const timestampKind: Kind<TimestampField> = {
  name: 'timestamp',
  column: () => 'timestamptz',
  schema: () =>
    z.string().transform((text, context) => {
      const moment = utc(text)
      if (moment) return moment
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  operators: ['equals', 'range', 'empty'],
  sortable: true,
  search: false,
  operand: moment,
  importText(text, _field, { dateOrder }) {
    const [date = '', time = '00:00:00'] = text.trim().split(/[T ]+/, 2)
    return moment(`${inOrder(date, dateOrder)}T${time}`)
  },
  exportText: (value) => value.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ''),
}

/** The moment a text names, in ISO 8601 with `Z`; without a zone it is UTC. A day alone is its first moment. */
function utc(text: string): string | undefined {
  const [, day, clock, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(
      text,
    ) ?? []
  if (!day || !isDay(day)) return undefined
  const time = Date.parse(`${day}T${clock ?? '00:00'}${zone ?? 'Z'}`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function moment(text: string): string {
  const value = utc(text)
  if (!value) throw new ValueError('bad_date', message)
  return value
}
