import { daysAfter, yearsBefore } from './date/zone.ts'
import type { Field, ValueOf } from './field.ts'
import type { Derivation, FromSql, OfChildren, YearsSince } from './derivation.ts'

interface Children {
  by: string
  where?: string
}

/**
 * How many records of a resource point here: `count('bookings', { by: 'customer', where: "state = 'out'" })`. With the name
 * of a day alone it is a card: how many records have that day.
 */
export function count<const Day extends string>(by: Day): { readonly by: Day }
export function count(of: string, which: Children): OfChildren
export function count(of: string, which?: Children): OfChildren | { readonly by: string } {
  return which ? { of, ...which } : { by: of }
}

/**
 * What they add up to: `sum('booking_lines', 'quantity * daily_price', { by: 'booking' })`; 0 where there are none. Of a
 * number and a day it is a card: `sum('amount', 'issued_on')`.
 */
export function sum<const Name extends string, const Day extends string>(
  sum: Name,
  by: Day,
): { readonly sum: Name; readonly by: Day }
export function sum(of: string, sum: string, which: Children): OfChildren
export function sum(of: string, sum: string, which?: Children): OfChildren | object {
  return which ? { of, sum, ...which } : { sum: of, by: sum }
}

/**
 * Whole years from a day of the record to today's day in UTC, none where that day has yet to come:
 * `age: field.derived(field.integer({ optional: true }), yearsSince('date_of_birth'))`. A list is filtered by a range of it as
 * by the days that it means: it needs no index but theirs. Those who see neither the day nor its
 * mask, which shows the years, must not see them.
 */
export const yearsSince = (day: string): YearsSince => ({
  years: day,
  filteredBy: {
    field: day,
    range: ({ from, to }, today) => ({
      // A day that has yet to come has no years.
      to: yearsBefore(today, Math.max(0, Number(from ?? 0))),
      ...(to !== undefined && { from: daysAfter(yearsBefore(today, Number(to) + 1), 1) }),
    }),
  },
})

/**
 * A value that is computed: no column holds it. From a function it is shown, listed and exported; one of SQL is filtered
 * and sorted by besides, but in a large resource, where no index has it:
 * `initials: field.derived(field.text(), (r) => r.first_name[0] + r.last_name[0])`,
 * `bookings: field.derived(field.integer(), count('bookings', { by: 'customer' }))`. Of the field alone the SQL stands in
 * `derived` of the behavior, which no browser loads: `is_late: field.derived(field.boolean({ default: false }))` and there
 * `derived: { is_late: 'd.due_on < current_date' }`.
 */
export function derived<F extends Field>(
  field: F,
  how?: FromSql,
): Omit<F, 'options'> & {
  readonly options: F['options'] & { computed: true; derived: FromSql }
}
export function derived<F extends Field>(
  field: F,
  how: Exclude<Derivation<ValueOf<F>>, FromSql>,
): Omit<F, 'options'> & { readonly options: F['options'] & { computed: true } }
export function derived<F extends Field>(
  field: F,
  how: Derivation<ValueOf<F>> = { from: 'sql' },
): Omit<F, 'options'> & { readonly options: F['options'] & { computed: true } } {
  return { ...field, options: { ...field.options, computed: true, derived: how } }
}
