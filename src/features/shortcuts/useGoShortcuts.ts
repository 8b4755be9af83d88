import { useContext } from 'react'
import { useTranslate } from 'react-admin'

import { allEntries, sidebarGroups } from '../../browser/views/screens/sidebarGroups.ts'
import { useGo } from '../../browser/client/addresses/navigation.tsx'
import { ScreensContext } from '../../browser/views/screens/screens.tsx'
import { useUser } from '../../browser/client/session/session.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { goKeys } from './goKeys.ts'
import { useShortcuts } from '../../browser/ui/keyboard/shortcutRegistry.ts'

/** `g` and a letter lead to the screens of the sidebar that the user may see. */
export function useGoShortcuts(): void {
  const translate = useTranslate()
  const go = useGo()
  const resources = useContext(ResourcesContext)
  const screens = useContext(ScreensContext)
  const user = useUser()
  const places = { resources, screens }
  const keys = goKeys(allEntries(places).map(({ name }) => name))
  const entries = sidebarGroups(places, user).flatMap((group) => group.entries)
  useShortcuts(
    entries.flatMap(({ name, path, text: [key, english] }) => {
      const letter = keys.get(name)
      if (!letter) return []
      const label = translate(key, { smart_count: 2, _: english })
      return [{ keys: `g ${letter}`, label, group: 'go', run: () => go(`/${path}`) }]
    }),
  )
}
