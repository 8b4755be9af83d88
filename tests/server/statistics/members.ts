import { defineResource, defineResources, field } from '#schema'
import { notFound, RefusedRecord, type Behavior } from '#server'

import { accounts } from '../../fixtures/accounts.ts'
import { importRecordOf, jobOf } from '#system'

/** The members of a club: some things about them are counted. */
export const member = defineResource('members', {
  permission: 'member',
  softDelete: true,
  operations: ['list', 'show', 'create', 'edit', 'delete', 'import'],
  fields: {
    name: field.text({ max: 40 }),
    card: field.text({ max: 20, unique: true, optional: true }),
    joined: field.date({ optional: true }),
    seen_at: field.timestamp({ optional: true }),
    is_trial: field.boolean({ default: false }),
  },
  title: 'name',
  list: ['id', 'name'],
  form: ['name'],
  sums: {
    members: 'created_at',
    joiners: 'joined',
    visits: 'seen_at',
    trials: { by: 'joined', where: { is_trial: true } },
  },
  import: {
    fields: ['name', 'card', 'joined', 'seen_at'],
    keys: ['card'],
  },
  actions: {
    visit: {
      label: 'Visit',
      permission: 'member.visit',
      bulk: true,
      input: { seen_at: field.timestamp() },
    },
  },
})

/** Those who were no members in the end. */
const refusedMember = defineResource('refused_members', {
  permission: 'refused_member',
  operations: ['list'],
  fields: {
    code: field.text({ computed: true }),
    reason: field.text({ computed: true }),
    name: field.text({ optional: true }),
    row: field.integer({ computed: true, optional: true }),
    raw: field.json({ computed: true, optional: true }),
    origin: field.text({ computed: true }),
    match: field.integer({ computed: true, optional: true }),
  },
  title: 'code',
  list: ['name', 'code'],
  form: ['name'],
  sums: { refused_members: 'created_at' },
})

/** A resource of which nothing is counted. */
const guest = defineResource('guests', {
  permission: 'guest',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

export const club = defineResources([
  ...accounts,
  jobOf(),
  importRecordOf([member]),
  member,
  refusedMember,
  guest,
])

const behavior: Behavior<typeof member> = {
  async beforeCreate(input, { records }) {
    const [other] = await records(member).find({ name: input.name })
    if (other && input.card === 'refuse') {
      throw new RefusedRecord('same_name', { name: ['There is one of this name'] }, other.id)
    }
    return input
  },
  refused: {
    into: refusedMember,
    record: ({ code, reason, texts, row, raw, origin, match }) => ({
      code,
      reason,
      name: texts['name'] ?? null,
      row: row ?? null,
      raw,
      origin,
      match: match ?? null,
    }),
  },
  beforeDelete({ name }) {
    if (name === 'Founder') throw notFound()
  },
  actions: {
    /** Fails for one of them after it has written. */
    async visit({ records, input }, context) {
      for (const { id, name } of records) {
        await context.records(member).update(id, input)
        if (name === 'Founder') throw notFound()
      }
    },
  },
}

/** The club as threads load it too. */
export const business = {
  module: import.meta.url,
  resources: club,
  behaviors: { members: behavior as never },
}
