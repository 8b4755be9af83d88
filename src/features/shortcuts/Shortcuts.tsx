import { useEffect, useLayoutEffect, useRef, useState, useContext } from 'react'
import { useTranslate } from 'react-admin'

import { useT } from '../../browser/client/i18n/texts.ts'
import { lazyDialog } from '../../browser/ui/states/lazyDialog.tsx'
import { pressEarlyKeys } from '../../browser/ui/keyboard/earlyKeys.ts'
import { listenToKeys, useSingleKeys } from './keys.ts'
import {
  shortcuts,
  useShortcuts,
  type Shortcut,
} from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { useScreenShortcuts } from './useScreenShortcuts.ts'
import { allEntries, sidebarGroups } from '../../browser/views/screens/sidebarGroups.ts'
import { useGo } from '../../browser/client/addresses/navigation.tsx'
import { ScreensContext } from '../../browser/views/screens/screens.tsx'
import { useUser } from '../../browser/client/session/user.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'

const Overlay = lazyDialog(async () => (await import('./Overlay.tsx')).Overlay)

/** Hears the keys for as long as the console stands, and shows what they do. */
export function Shortcuts() {
  const t = useT()
  const [hasSingleKeys] = useSingleKeys()
  const [shown, setShown] = useState<readonly Shortcut[]>()
  const singleKeys = useRef(hasSingleKeys)
  useEffect(() => {
    singleKeys.current = hasSingleKeys
  })
  useLayoutEffect(
    () => listenToKeys({ offered: shortcuts.offered, hasSingleKeys: () => singleKeys.current }),
    [],
  )
  useGoShortcuts()
  useScreenShortcuts()
  const show = () => setShown(shortcuts.offered())
  useShortcuts([{ keys: '?', label: t('shortcuts'), group: 'general', run: show }])
  useEffect(pressEarlyKeys, [])
  return shown && <Overlay shortcuts={shown} onClose={() => setShown(undefined)} />
}

/** `g` and a letter go to the screens of the sidebar that the user may see. */
function useGoShortcuts(): void {
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

/**
 * A letter for each screen, the same for everybody in every language, for it is taken from the declared names: the first
 * where that is free, else of another word, else another.
 */
export function goKeys(names: readonly string[]): ReadonlyMap<string, string> {
  const nameByKey = new Map<string, string>()
  const claim = (name: string, letters: readonly string[]) => {
    const free = letters.find((letter) => !nameByKey.has(letter))
    if (free) nameByKey.set(free, name)
    return free !== undefined
  }
  // Names of one word go first: they have no other first letter.
  const inOrder = names.toSorted((one, other) => initials(one).length - initials(other).length)
  const waiting = inOrder.filter((one) => !claim(one, initials(one).slice(0, 1)))
  const last = waiting.filter((one) => !claim(one, initials(one)))
  for (const one of last) claim(one, lettersOf(one))
  return new Map([...nameByKey].map(([key, name]) => [name, key]))
}

const lettersOf = (name: string) => name.toLowerCase().match(/[a-z]/g) ?? []
const initials = (name: string) => name.split('_').flatMap((word) => lettersOf(word).slice(0, 1))
