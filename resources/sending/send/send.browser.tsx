import { lazy, type ComponentType } from 'react'

import type { Views } from '#browser'

import { SendsTabs } from '../../leads/history/leadChange.browser.tsx'
import type { Send, send } from './send.ts'

const Plan = lazy<ComponentType<{ record: Send; full?: boolean }>>(async () => ({
  default: (await import('./SendPlan.tsx')).SendPlan,
}))

/** The list of sends is a tab of the lead history. */
export const sendViews: Views<typeof send> = { listTop: SendsTabs, fields: { plan: Plan } }
