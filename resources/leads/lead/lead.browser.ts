import { lazy } from 'react'

import type { Views } from '#browser'

import type { lead } from './lead.ts'
import { importThenSend } from '../../sending/importSend/importSend.browser.ts'
import { sendActs } from '../../sending/dialog/sendAct.browser.ts'

export const leadViews: Views<typeof lead> = {
  recordActions: ({ user, t }) => sendActs(user, t),
  bulkActions: (_resource, user, t) => sendActs(user, t),
  followImport: importThenSend,
  showHead: lazy(async () => ({ default: (await import('./LeadHead.tsx')).LeadHead })),
}
