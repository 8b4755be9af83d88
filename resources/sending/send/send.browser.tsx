import type { Views } from '#browser'

import { SendsTabs } from '../../leads/history/leadChange.browser.tsx'
import type { send } from './send.ts'

/** The list of sends is a tab of the lead history. */
export const sendViews: Views<typeof send> = { listTop: SendsTabs }
