import { countryName, flagOf } from '../../browser/ui/fields/countries.ts'
import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const countryBrowser: BrowserKind = {
  editor: 'countries',
  show: ({ value }) => cut(`${flagOf(String(value))} ${countryName(String(value))}`),
}
