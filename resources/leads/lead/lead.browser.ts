import { lazy } from 'react'

import { lazyScreen, type Views } from '#browser'

import type { lead } from './lead.ts'
import { maySend, sendAct } from '../../sending/dialog/sendAct.browser.ts'

export const leadViews: Views<typeof lead> = {
  rowActions: lazyScreen(async () => (await import('../../sending/dialog/SendItem.tsx')).SendItem),
  bulkActions: (_resource, user, t) => (maySend(user) ? [sendAct(sendWord(t))] : []),
  showHead: lazy(async () => ({ default: (await import('./LeadHead.tsx')).LeadHead })),
}

/** The word itself, so that the texts of the console do not come with the first page. */
const sendWord = (t: (...asked: never[]) => string): string =>
  (t as (key: string, values: object) => string)('send.send', { _: 'Send' })
