import { defineResource, field } from '#schema'

/** What is used of a cap in one period. Changed under lock alone: reserved before a call (product.md 6.5). */
export const capCounter = defineResource('cap_counters', {
  one: 'Cap in use',
  label: 'Caps in use',
  permission: 'broker.department',
  operations: [],
  fields: {
    department: field.reference('broker_departments', { computed: true, onDelete: 'cascade' }),
    /** Period, what counts, country, source and the start of the period. */
    key: field.text({ computed: true, max: 120 }),
    used: field.integer({ computed: true, default: 0 }),
  },
  unique: [['department', 'key']],
  title: 'key',
  list: ['department', 'key', 'used'],
  form: [],
})
