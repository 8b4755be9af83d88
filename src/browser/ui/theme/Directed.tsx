import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { useEffect, useState, type ReactNode } from 'react'

import type { Direction } from '../../client/i18n/formats.ts'
import { Loading } from '../states/Loading.tsx'

const plain = createCache({ key: 'css' })

interface DirectedProps {
  locale: string
  direction: Direction
  children: ReactNode
}

/** Tells the page its language and direction. What mirrors the styles is loaded only where it is needed. */
export function Directed({ locale, direction, children }: DirectedProps) {
  const mirror = useMirror(direction === 'rtl')
  const isReady = direction === 'ltr' || mirror !== undefined
  const [isDrawn, setDrawn] = useState(isReady)
  if (isReady && !isDrawn) setDrawn(true)
  useEffect(() => {
    const { documentElement } = document
    documentElement.lang = locale
    documentElement.dir = direction
  }, [locale, direction])
  // What is drawn already stays, and with it the focus, until the mirror has come.
  if (!isDrawn) return <Loading />
  const cache = direction === 'rtl' && mirror ? mirror : plain
  return <CacheProvider value={cache}>{children}</CacheProvider>
}

let loaded: EmotionCache | undefined

function useMirror(isNeeded: boolean): EmotionCache | undefined {
  const [mirror, setMirror] = useState(loaded)
  useEffect(() => {
    if (!isNeeded || mirror) return
    const use = (cache: EmotionCache) => {
      loaded = cache
      setMirror(cache)
    }
    // Without it the console is not mirrored, but it can be used.
    import('./rtl.ts').then(
      ({ mirrored }) => use(mirrored),
      () => use(plain),
    )
  }, [isNeeded, mirror])
  return mirror
}

/** The look of an icon that points somewhere: from right to left it points the other way. */
export const pointing = { '[dir=rtl] &': { transform: 'scaleX(-1)' } }
