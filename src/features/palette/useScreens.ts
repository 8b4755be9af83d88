import { useContext } from 'react'
import { useTranslate } from 'react-admin'

import { messageName } from '#schema'

import {
  sidebarGroups,
  ungroupedEntries,
  type SidebarEntry,
} from '../../browser/views/screens/sidebarGroups.ts'
import { ScreensContext } from '../../browser/views/screens/screens.tsx'
import { useUser } from '../../browser/client/session/session.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { Choice } from './choice.ts'

/** Every screen that the user may see: those of the sidebar, those beside it, and the help. */
export function useScreens(): Choice[] {
  const t = useT()
  const translate = useTranslate()
  const user = useUser()
  const places = { screens: useContext(ScreensContext), resources: useContext(ResourcesContext) }
  const choiceOf = ({ name, text: [key, english], icon, path }: SidebarEntry, group?: string) => {
    const label = translate(key, { smart_count: 2, _: english })
    const isNamedAlike = group === label
    return {
      key: `screen ${name}`,
      label: group && !isNamedAlike ? `${group} › ${label}` : label,
      icon,
      path: `/${path}`,
    }
  }
  const help = (path: string, label: string): Choice => ({
    key: `screen ${path}`,
    label,
    icon: 'source',
    path,
  })
  return [
    ...sidebarGroups(places, user).flatMap(({ name, entries }) =>
      entries.map((entry) =>
        choiceOf(entry, translate(`console.groups.${messageName(name)}`, { _: name })),
      ),
    ),
    ...ungroupedEntries(places, user).map((entry) => choiceOf(entry)),
    help('/help', t('help')),
    help('/help/api', t('api_reference')),
  ]
}
