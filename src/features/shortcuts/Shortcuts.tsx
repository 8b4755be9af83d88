import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import { listenToKeys } from './keys.ts'
import {
  shortcuts,
  useShortcuts,
  type Shortcut,
} from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { useGoShortcuts } from './useGoShortcuts.ts'
import { useScreenShortcuts } from './useScreenShortcuts.ts'
import { useSingleKeys } from './useSingleKeys.ts'

const Overlay = lazy(async () => ({ default: (await import('./Overlay.tsx')).Overlay }))

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
  useShortcuts([
    {
      keys: '?',
      label: t('shortcuts'),
      group: 'general',
      run: () => setShown(shortcuts.offered()),
    },
  ])
  return (
    <Suspense>
      {shown && <Overlay shortcuts={shown} onClose={() => setShown(undefined)} />}
    </Suspense>
  )
}
