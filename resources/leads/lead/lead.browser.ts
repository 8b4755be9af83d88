import { lazyPart, lazyScreen, type Views } from '#browser'

import { FailureStatus } from './status/FailureStatus.tsx'
import { FtdCell } from './ftd/FtdCell.tsx'
import type { lead } from './lead.ts'
import { importThenSend } from '../../sending/importSend/importSend.browser.ts'
import { sendLeadActions } from '../../sending/dialog/sendLeadActions.browser.ts'

const loadPrivacy = () => import('../privacy/PrivacyTab.tsx')

export const leadViews: Views<typeof lead> = {
  fields: { ftd_at: FtdCell, failure_status: FailureStatus },
  recordActions: ({ user, t, record }) =>
    record.stage === 'erased' ? [] : sendLeadActions(user, t),
  bulkActions: (_resource, user, t) => sendLeadActions(user, t),
  followImport: importThenSend,
  showTab: [
    {
      name: 'privacy',
      isFor: (_resource, user) => user.permissions.has('lead.erase'),
      Label: lazyPart(async () => (await loadPrivacy()).PrivacyLabel),
      Content: lazyScreen(async () => (await loadPrivacy()).PrivacyTab),
    },
  ],
  TimelineEvent: lazyPart(async () => (await import('../history/LeadEventLine.tsx')).LeadEventLine),
  showHead: lazyPart(async () => (await import('./LeadHead.tsx')).LeadHead),
}
