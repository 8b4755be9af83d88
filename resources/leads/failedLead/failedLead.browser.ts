import type { Views } from '#browser'

import type { failedLead } from './failedLead.ts'

export const failedLeadViews: Views<typeof failedLead> = {
  notices: {
    source_failing: ({ record_id: source }) => ({ filter: { source, stage: 'open' } }),
  },
}
