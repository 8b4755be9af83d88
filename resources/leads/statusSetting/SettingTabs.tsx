import { useT } from '#browser'

import { ListTabs } from '../../ListTabs.tsx'
import { statusMap } from './statusMap.ts'
import { statusSetting } from './statusSetting.ts'
import { Unmapped } from './Unmapped.tsx'
import english from '../../translations/en/console.json'

export const RuleTop = () => <SettingTabs current={statusSetting.name} />

export const MapTop = () => (
  <>
    <SettingTabs current={statusMap.name} />
    <Unmapped />
  </>
)

function SettingTabs({ current }: { current: string }) {
  const t = useT(english)
  const lists = [
    { resource: statusMap, label: t('status_settings.mapping') },
    { resource: statusSetting, label: t('status_settings.rules') },
  ]
  return <ListTabs {...{ current, lists }} label={t('status_settings.tabs')} />
}
