import { lazy, type ComponentType } from 'react'

import type { Views } from '#browser'

import { SendsTabs } from '../../leads/history/leadChange.browser.tsx'
import { FailureStatus } from '../../leads/lead/status/FailureStatus.tsx'
import { FtdCell } from '../../leads/lead/ftd/FtdCell.tsx'
import { sendElsewhereActions } from '../dialog/sendLeadActions.browser.ts'
import type { Send, send } from './send.ts'

const Plan = lazy<ComponentType<{ record: Send; full?: boolean }>>(async () => ({
  default: (await import('./SendPlan.tsx')).SendPlan,
}))

const WaitsCell = lazy<ComponentType<{ record: Send; full?: boolean }>>(async () => ({
  default: (await import('./Waits.tsx')).Waits,
}))

const JobWaits = lazy<ComponentType<{ job: { id: number; state: string } }>>(async () => ({
  default: (await import('./SendJobWaits.tsx')).SendJobWaits,
}))

/** After these the lead is free for others. */
const over: ReadonlySet<Send['state']> = new Set([
  'rejected',
  'failed',
  'skipped',
  'cancelled',
  'returned',
])

/** The list of sends is a tab of the lead history. */
export const sendViews: Views<typeof send> = {
  listTop: SendsTabs,
  fields: { plan: Plan, waits_for: WaitsCell, ftd_at: FtdCell, failure_status: FailureStatus },
  filledWithout: ['plan'],
  jobPart: JobWaits,
  recordActions: ({ record, user, t }) =>
    over.has(record.state) ? sendElsewhereActions(user, t) : [],
  bulkActions: (_resource, user, t) => sendElsewhereActions(user, t),
  notices: {
    unknown_waiting: ({ record_id: department }) => ({
      view: 'Needs a check',
      filter: { state: 'unknown', department, is_test: false },
    }),
    department_closed: ({ record_id: department }) => ({
      filter: { state: 'waiting', department, failure_status: 'Outside opening hours' },
    }),
    sent_without_id: ({ record_id: integration }) => ({
      filter: { state: 'sent', integration, api_lead_id: { empty: true }, is_test: false },
    }),
  },
}
