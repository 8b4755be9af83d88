import { defineResource, field } from '#schema'

const count = field.integer({ computed: true, default: 0 })
const id = { computed: true, optional: true, min: 0, max: Number.MAX_SAFE_INTEGER } as const

/** What a send is told apart by. */
const sendParts = {
  department: field.integer(id),
  source: field.integer(id),
  country: field.integer(id),
  language: field.integer(id),
  user: field.integer(id),
  funnel: field.text({ computed: true, optional: true, max: 120 }),
  /** One of the lead's; null in the sums of all leads, with tags and without. */
  tag: field.integer(id),
  is_test: field.boolean({ computed: true, default: false }),
}

/**
 * Sends added up by the days of a time zone: what FTD statistics are read from (product.md 9.4). Made anew
 * every five minutes where sends have changed; nothing else writes them.
 */
export const sendDay = defineResource('send_days', {
  permission: 'broker.department.ftd',
  operations: [],
  fields: {
    zone: field.text({ computed: true, max: 60 }),
    day: field.date({ computed: true }),
    /** Whether the row is of the short sums. */
    is_short: field.boolean({ computed: true, default: false }),
    ...sendParts,
    accepted: count,
    rejected: count,
    failed: count,
    unknown: count,
    returned: count,
    /** Of the sends of the day. */
    ftds: count,
    /** Which happened on the day, of sends of any day. */
    ftds_then: count,
    /** Days from the send to the FTD, of each of both. */
    waits: field.json({ computed: true, optional: true }),
    waits_then: field.json({ computed: true, optional: true }),
    last_ftd_at: field.timestamp({ computed: true, optional: true }),
  },
  indexes: [
    ['zone', 'is_short', 'tag', 'day'],
    ['department', 'zone', 'is_short', 'tag', 'day'],
    ['zone', 'day'],
    ['zone', 'updated_at'],
  ],
  title: 'day',
  list: ['day'],
  form: [],
})
