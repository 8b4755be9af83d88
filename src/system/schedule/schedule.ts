import { defineResource, field } from '#schema'

const computed = { computed: true } as const
const moment = { computed: true, optional: true } as const

/** What the console does by itself again and again, and how it went. Declared as `schedules` of behaviors. */
export const schedule = defineResource('schedules', {
  group: 'Settings',
  icon: 'schedule',
  api: 'schedule',
  permission: 'schedule',
  operations: ['list', 'show', 'export'],
  view: { sorts: ['name', 'next_at'] },
  fields: {
    name: field.text({ ...computed, max: 120, search: true }),
    rhythm: field.text({ ...computed, max: 500, label: 'How often' }),
    next_at: field.timestamp({ ...computed, label: 'Next run' }),
    last_at: field.timestamp({ ...moment, label: 'Last run' }),
    took_ms: field.integer({ ...moment, label: 'Milliseconds' }),
    state: field.choice(
      { waiting: 'Not run yet', done: 'Done', failed: 'Failed' },
      { ...computed, colors: { waiting: '#64748b', done: '#15803d', failed: '#b91c1c' } },
    ),
    problem: field.text({ ...moment, max: 500 }),
  },
  title: 'name',
  list: ['name', 'state', 'rhythm', 'next_at', 'last_at', 'problem', 'took_ms'],
  hiddenColumns: ['took_ms'],
  filters: ['state'],
  form: [],
  show: ['name', 'rhythm', 'next_at', 'last_at', 'state', 'problem', 'took_ms'],
  sort: 'name',
})
