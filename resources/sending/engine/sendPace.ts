import { defineResource, field } from '#schema'

/** How far the calls of a job that is paced have come (product.md 6.4). Changed by claims alone, one after the other. */
export const sendPace = defineResource('send_paces', {
  permission: 'send.integration',
  operations: [],
  fields: {
    job: field.reference('jobs', { computed: true, onDelete: 'cascade' }),
    called_at: field.timestamp({ computed: true, label: 'Last call' }),
    /** Calls on the day of the last one, in the zone of the person who asked. */
    on_day: field.integer({ computed: true, default: 0 }),
    /** No call before it. */
    next_at: field.timestamp({ computed: true, label: 'Next call' }),
  },
  unique: [['job']],
  title: '{job}',
  list: ['job', 'called_at', 'on_day', 'next_at'],
  form: [],
})
