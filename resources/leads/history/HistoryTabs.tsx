import { useT } from '#browser'

import { ListTabs } from '../../ListTabs.tsx'
import { send } from '../../sending/send/send.ts'
import { leadChange } from './leadChange.ts'
import english from '../../translations/en/console.json'

export const SendsTop = () => <HistoryTabs current={send.name} />

export const ChangesTop = () => <HistoryTabs current={leadChange.name} />

function HistoryTabs({ current }: { current: string }) {
  const t = useT(english)
  const lists = [
    { resource: send, label: t('lead_history.sends') },
    { resource: leadChange, label: t('lead_history.changes') },
  ]
  return <ListTabs {...{ current, lists }} label={t('lead_history.tabs')} />
}
