import { lazy } from 'react'

import type { Views } from '#browser'

import type { lead } from './lead.ts'
import { sendActs } from '../../sending/dialog/sendAct.browser.ts'

export const leadViews: Views<typeof lead> = {
  recordActions: ({ user, t }) => sendActs(user, t),
  bulkActions: (_resource, user, t) => sendActs(user, t),
  showHead: lazy(async () => ({ default: (await import('./LeadHead.tsx')).LeadHead })),
}
