import { field } from '#schema'

import { summed } from '../../sending/statistics/summed.ts'

const number = { optional: true, computed: true } as const

/** What a source brought in the last seven days, each number for those who see it on the dashboard too (product.md 11.16). */
export const sourceNumbers = {
  leads_week: field.derived(
    field.integer({ ...number, readBy: 'lead.view', label: 'Leads, 7 days' }),
  ),
  failed_share: field.derived(
    field.decimal({
      ...number,
      digits: 1,
      readBy: 'failed.lead.view',
      label: 'Failed, %',
      help: 'Of all that it brought in 7 days: what did not pass intake.',
    }),
  ),
  accepted_week: field.derived(
    field.integer({ ...summed, readBy: 'lead.history.view', label: 'Accepted, 7 days' }),
  ),
  ftds_week: field.derived(
    field.integer({ ...summed, readBy: 'broker.department.view', label: 'FTDs, 7 days' }),
  ),
  rate_week: field.derived(
    field.decimal({ ...summed, digits: 1, readBy: 'broker.department.view', label: 'CR, %' }),
  ),
}
