import { conflict, file, type Behavior } from '#server'

import { booking } from './bookings.ts'

export const bookingBehavior: Behavior<typeof booking> = {
  beforeCreate: async (input) => ({ ...input, code: `B-${input.from_date}` }),
  actions: {
    confirm: ({ records: [one] }) => {
      if (one?.limits) throw conflict('It is limited')
    },
    extend: async ({ records: [one], input: { to_date } }, { records }) => {
      if (one) await records(booking).update(one.id, { to_date })
    },
    prolong: async ({ records: [one], input: { days } }, { records }) => {
      const last = new Date(one?.to_date ?? 0)
      last.setUTCDate(last.getUTCDate() + days)
      if (one) await records(booking).update(one.id, { to_date: last.toISOString().slice(0, 10) })
    },
    free: async ({ input: { on } }, { records }) => {
      const taken = await records(booking).find({ from_date: { to: on }, to_date: { from: on } })
      const reserved = taken.flatMap(({ code }) => code ?? [])
      return { free: 10 - taken.length, reserved }
    },
    cancel: async ({ records: [one] }, { records }) => {
      if (one) await records(booking).update(one.id, { to_date: one.from_date })
    },
    print: ({ records: [one] }) => file(`${one?.code}.pdf`, 'application/pdf', '%PDF-1.4'),
  },
}
