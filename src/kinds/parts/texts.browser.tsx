import type { ReactNode } from 'react'

import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

/** Lists of texts: in a cell on one line, as a whole one below the other. */
export const textsBrowser = (whole: (text: string) => ReactNode): BrowserKind => ({
  direction: 'ltr',
  show({ value, full }) {
    const texts = Array.isArray(value) ? value.map(String) : []
    return full ? texts.map((one) => <div key={one}>{whole(one)}</div>) : cut(texts.join(', '))
  },
})
