import { sql } from 'kysely'
import { z } from 'zod'

import { conflict, recordsOfImport, type Behavior } from '#server'

import { booking } from './bookings.ts'
import { customer, refusedCustomer } from './customers.ts'

export const customerBehavior: Behavior<typeof customer> = {
  prepare: ({ name, ...values }) => ({
    ...values,
    ...(name && { name: name.replace(/, Ltd$/, '') }),
  }),

  defaults: ({ user }) => ({ manager: user.id }),

  beforeCreate: async (input, { records }) => {
    const { length } = await records(customer).find({ country: input.country ?? 'GB' })
    return { ...input, came_by: length === 0 ? 'first of its country' : null }
  },

  async afterCreate({ id, name }, { backend }) {
    backend.log.info({ id }, `${name} is a customer`)
  },

  beforeUpdate(changes, record) {
    if (changes.country && record.owes > 0) throw conflict(`${record.name} owes us ${record.owes}`)
    return changes
  },

  async afterUpdate(record, previous, { records }) {
    if (record.is_active || !previous.is_active) return
    const drafts = await records(booking).find({ customer: record.id, state: 'draft' })
    for (const { id } of drafts) await records(booking).update(id, { limits: null })
  },

  beforeDelete: async ({ id }, { records }) => {
    const isOut = await records(booking).exists({ customer: id, state: 'confirmed' })
    if (isOut) throw conflict('There are confirmed bookings')
  },

  async afterDelete({ id }, { backend }) {
    backend.log.info({ id }, 'a customer has gone')
  },

  beforeMerge: ({ owes }) => {
    if (owes > 0) throw conflict('Who owes us stays as they are')
  },

  beforeRestore: ({ owes }) => {
    if (owes > 0) throw conflict('Nobody who owes us comes back')
  },

  present: (record, user) =>
    user.permissions.has('hire.finance') ? record : { ...record, owes: 0 },

  timeline: async ({ id = 0 }, read) => {
    const bookings = await read(booking, { filter: { customer: id }, times: ['created_at'] })
    return bookings.map(({ created_at }) => ({ event: 'booked', at: created_at }))
  },

  completeOptions: async (options) =>
    options.map((one) => ({ ...one, is_person: one['kind'] === 'person' })),

  sameWithin: 30,

  duplicateRule: () => ({ groups: [['name'], ['email']], hours: 24 * 365 }),

  beforeImport: (shared, { user }) => ({ manager: user.id, ...shared }),

  refuseImported: (rows) =>
    rows.map(({ name }) =>
      name?.startsWith('Test ') ? { code: 'test', message: 'This is a test' } : undefined,
    ),

  refuseSurplus: (rows, { before }) =>
    rows.map((_, at) =>
      before + at < 1_000 ? undefined : { code: 'full', message: 'A file brings a thousand' },
    ),

  remarkImported: (rows) =>
    rows.map(({ email }) =>
      email ? undefined : { code: 'no_email', message: 'Nobody can write to this customer' },
    ),

  afterImport: async (ids, { records }) => {
    const rated = new Map(ids.map((id) => [id, { rating: 3 }]))
    await records(customer).updateAll(ids, () => rated)
  },

  refused: {
    into: refusedCustomer,
    record: ({ reason, raw, import: file }) => ({ reason, row: raw, file: file ?? null }),
  },

  keepImported: async (customers, { records }) => {
    const kept = new Map<number, string>()
    for (const { id } of customers) {
      if (await records(booking).exists({ customer: id })) kept.set(id, 'There are bookings')
    }
    return kept
  },

  takeOutcomes: async (rows, { isCheck }, { records }) => {
    const taken = rows.map(async ({ name, owes }) => {
      const [found] = await records(customer).find({ name: String(name) })
      if (!found) return { code: 'unknown', message: 'We have no such customer' }
      if (!isCheck) await records(customer).update(found.id, { owes: Number(owes) })
      return undefined
    })
    return Promise.all(taken)
  },

  followImport: {
    name: 'write',
    asks: z.object({ greeting: z.string() }),
    isRequired: (user) => !user.permissions.has('hire.finance'),
    prepare: (asked) => ({
      type: 'customers.letters',
      name: 'Letters to new customers',
      parameters: Object(asked),
    }),
  },

  jobs: {
    letters: {
      async plan({ job, sql: database }) {
        const { created } = await recordsOfImport(Number(job.parameters['import']), database)
        return created.map((id) => ({ size: 1, payload: id }))
      },
      async run({ payload }, { job, records }) {
        const notes = String(job.parameters['greeting'])
        await records(customer).update(Number(payload), { notes })
      },
    },
    calls: {
      async run({ payload }, { sql: database, job }) {
        await sql`insert into calls (number, at) select ${payload}, now()`.execute(database)
        return { processed: job.total, failed: 0 }
      },
      async takeBack({ pending }, { sql: database }) {
        const { rows } = await sql`delete from calls where at > now() returning id`.execute(
          database,
        )
        return pending - rows.length
      },
      async resume(job, { backend }) {
        backend.log.info({ job }, 'the calls go on')
      },
    },
  },

  schedules: {
    hourly: {
      every: 60,
      run: ({ backend }) => backend.log.info('an hour has gone'),
    },
    nightly: {
      at: '02:30',
      zone: 'Europe/London',
      asOwner: true,
      run: ({ sql: database }) => sql`analyze calls`.execute(database),
    },
  },

  workers: ({ log }) => [
    {
      start: () => log.info('the work begins'),
      stop: async () => log.info('it ends'),
    },
  ],

  routes(app, { database }) {
    const schema = {
      tags: [customer.label],
      summary: 'How many customers there are',
      response: { 200: z.object({ data: z.int() }) },
    }
    const config = { access: { permission: 'hire.customer.view' } }
    app.get('/hire/customers/number', { schema, config }, async () => {
      const { rows } = await sql<{ data: number }>`
        select count(*)::int as data from customers`.execute(database.sql)
      return rows[0] ?? { data: 0 }
    })
  },

  after: {
    create: async ({ record, key }, { signal }) =>
      fetch('https://post.example.com/customers', {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify({ name: record?.name }),
        signal,
      }),
  },

  actions: {
    book: async ({ records: [one], input: { to_date } }, { records, user }) => {
      if (!one) return
      const from_date = new Date().toISOString().slice(0, 10)
      const { country } = one
      const made = { customer: one.id, from_date, to_date, country, booked_by: user.id }
      await records(booking).create({ ...made, lines: [{ text: 'Drill', quantity: 1 }] })
    },
    write: async ({ records: customers }) => ({ written: customers.length }),
  },
}
