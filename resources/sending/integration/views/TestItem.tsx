import MenuItem from '@mui/material/MenuItem'

import { useAct, useT, useUser, type RowActionProps } from '#browser'

import english from '../../../translations/en/console.json'
import type { Integration } from '../integration.ts'
import { TestForm } from './TestForm.tsx'

/** Opens the test of an integration. */
export function TestItem({ resource, record, close }: RowActionProps<Integration>) {
  const t = useT(english)
  const act = useAct()
  const mayTest = useUser().permissions.has('send.integration.test')
  if (!mayTest || record.state === 'archived') return null
  const label = t('integration.test')
  const open = () => {
    close()
    act({ resource, act: { name: 'test', label, Form: TestForm }, target: { record } })
  }
  return <MenuItem onClick={open}>{label}</MenuItem>
}
