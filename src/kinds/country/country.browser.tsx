import { countryName, flagOf } from '../../browser/ui/fields/countries.ts'
import { cut } from '../../browser/ui/fields/cut.tsx'
import type { Display } from '../../browser/client/records/row.ts'

export const countryDisplay: Display = {
  show: ({ value }) => cut(`${flagOf(String(value))} ${countryName(String(value))}`),
}
