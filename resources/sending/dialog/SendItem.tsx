import MenuItem from '@mui/material/MenuItem'

import { useAct, useT, useUser, type RowActionProps } from '#browser'

import type { Lead } from '../../leads/lead/lead.ts'
import { maySend, sendAct } from './sendAct.browser.ts'
import english from '../../translations/en/console.json'

/** Sends one lead, from its row. */
export function SendItem({ resource, record, close }: RowActionProps<Lead>) {
  const t = useT(english)
  const act = useAct()
  if (!maySend(useUser())) return null
  const open = () => {
    close()
    act({ resource, act: sendAct(t('send.send')), target: { record } })
  }
  return <MenuItem onClick={open}>{t('send.send')}</MenuItem>
}
