import { field } from '#schema'

const number = { optional: true, computed: true } as const

/** How an integration does, for its list (product.md 11.15). */
export const integrationNumbers = {
  health: field.derived(
    field.choice(
      { well: 'Healthy', trouble: 'Trouble', broken: 'Broken', off: 'Not in use' },
      { ...number },
    ),
  ),
  unmapped: field.derived(field.integer({ ...number, label: 'Unmapped statuses' })),
  missing: field.derived(field.integer({ ...number, label: 'Missing at the broker' })),
  postbacks_waiting: field.derived(field.integer(number)),
  answer_ms: field.derived(field.integer({ ...number, label: 'Answers take, ms' })),
}
