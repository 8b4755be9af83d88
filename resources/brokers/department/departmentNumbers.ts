import { field } from '#schema'

import { summed } from '../../sending/statistics/summed.ts'
import { capPeriods } from './departmentCap.ts'

const number = { optional: true, computed: true } as const

const week = {
  accepted_week: field.derived(field.integer({ ...summed, label: 'Accepted, 7 days' })),
  ftds_week: field.derived(field.integer({ ...summed, label: 'FTDs, 7 days' })),
  rate_week: field.derived(field.decimal({ ...summed, digits: 1, label: 'CR, %' })),
}

/** How a department stands now, for its list (product.md 11.13). */
export const departmentNumbers = {
  companies: field.derived(field.text({ optional: true, label: 'Affiliate companies' })),
  open_now: field.derived(field.boolean({ default: false })),
  health: field.derived(
    field.choice(
      { well: 'Healthy', trouble: 'Trouble', broken: 'Broken', off: 'No integration in use' },
      { optional: true },
    ),
  ),
  /** See `HealthReason`. */
  health_reasons: field.derived(
    field.json({ ...number, readBy: 'send.integration.view', label: 'Why it is so' }),
  ),
  pushed_at: field.derived(field.timestamp({ ...number, label: 'Last push' })),
  synced_at: field.derived(field.timestamp({ ...number, label: 'Last sync' })),
  cap_today: field.derived(field.text({ optional: true })),
  cap_full: field.derived(field.boolean({ default: false })),
  full_cap: field.derived(field.choice(capPeriods, number)),
  ...week,
}

/** The same of a broker, of all its departments (product.md 11.12). */
export const brokerNumbers = {
  contract: field.derived(
    field.choice(
      { valid: 'Valid', ending: 'Ends within 30 days', over: 'Over', open: 'No end' },
      { ...number },
    ),
  ),
  departments: field.derived(field.text({ optional: true, label: 'Departments in use' })),
  has_integration: field.derived(
    field.boolean({ default: false, label: 'With an integration in use' }),
  ),
  ...week,
}
