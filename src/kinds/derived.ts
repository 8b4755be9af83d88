import type { Derivation, Field, OfChildren, ValueOf } from './field.ts'

interface Children {
  by: string
  where?: string
}

/** How many records of a resource point here: `count('bookings', { by: 'customer', where: "state = 'out'" })`. */
export const count = (of: string, which: Children): OfChildren => ({ of, ...which })

/** What they add up to: `sum('booking_lines', 'quantity * daily_price', { by: 'booking' })`; 0 where there are none. */
export const sum = (of: string, sum: string, which: Children): OfChildren => ({ of, sum, ...which })

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
