import type { Derivation, Field, OfChildren, ValueOf } from './field.ts'

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
 * A value that no column holds and nobody sets. From a function it is shown, listed and exported; one of SQL is filtered
 * and sorted by besides, but in a large resource, where no index has it:
 * `days: field.derived(field.integer(), (r) => daysBetween(r.from_date, r.to_date))`,
 * `bookings: field.derived(field.integer(), count('bookings', { by: 'customer' }))`.
 */
export const derived = <F extends Field>(
  field: F,
  how: Derivation<ValueOf<F>>,
): Omit<F, 'options'> & { readonly options: F['options'] & { computed: true } } => ({
  ...field,
  options: { ...field.options, computed: true, derived: how },
})
