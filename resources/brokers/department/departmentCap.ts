import { can, defineResource, either, field } from '#schema'

const mayChange = either(can('broker.department.create'), can('broker.department.update'))

export const capPeriods = {
  hour: 'An hour',
  day: 'A day',
  week: 'A week',
  month: 'A month',
  total: 'In all',
} as const

/** How many leads a department takes in a period; edited with the department (product.md 3.2). */
export const departmentCap = defineResource('department_caps', {
  one: 'Cap',
  label: 'Caps of departments',
  api: 'broker/department/cap',
  routes: { list: 'broker/department/caps' },
  permission: 'broker.department',
  access: { create: mayChange, edit: mayChange, delete: mayChange },
  fields: {
    department: field.reference('broker_departments', { onDelete: 'cascade', outOfForm: true }),
    period: field.choice(capPeriods, { default: 'day' }),
    limit: field.integer({ min: 0, max: 10_000_000 }),
    counts: field.choice(
      { accepted: 'Accepted leads', attempted: 'Attempts' },
      { default: 'accepted' },
    ),
    country: field.reference('countries', { optional: true }),
    source: field.reference('sources', { optional: true }),
    position: field.integer({ min: 1, max: 1_000, default: 1 }),
  },
  unique: [{ fields: ['department', 'period', 'counts', 'country', 'source'], nulls: 'same' }],
  title: '{period} – {limit}',
  list: ['department', 'period', 'limit', 'counts', 'country', 'source'],
  form: ['period', 'limit', 'counts', 'country', 'source', 'position'],
  sort: 'position',
})
