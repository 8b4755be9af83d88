import type { BrowserKind } from '../kind.browser.ts'
import { cut } from '../../browser/ui/fields/cellText.tsx'

export const ipsBrowser: BrowserKind = {
  direction: 'ltr',
  show: ({ value, full }) =>
    full ? textsOf(value).map((one) => <div key={one}>{one}</div>) : cut(textsOf(value).join(', ')),
}

/** The entries of a list. */
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
