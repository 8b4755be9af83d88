import { sql } from 'kysely'

import type { Behavior } from '#server'

import type { booking } from './bookings.ts'

export const bookingBehavior: Behavior<typeof booking> = {
  derived: { days: 'to_date - from_date + 1' },

  async beforeCreate(input, { sql: database }) {
    // One booking at a time takes a number, so that none is left out.
    await sql`select pg_advisory_xact_lock(hashtext('booking codes'))`.execute(database)
    const { rows } = await sql<{ next: number }>`
      select coalesce(max(substring(code from 3)::int), 1000) + 1 as next from bookings`.execute(
      database,
    )
    return { ...input, code: `B-${rows[0]?.next}` }
  },
}
