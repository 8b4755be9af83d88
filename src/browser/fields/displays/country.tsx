import { countryName, flagOf } from '../../ui/fields/countries.ts'
import { cut } from '../../ui/fields/cut.tsx'
import type { Display } from '../display.ts'

export const countryDisplay: Display = {
  show: ({ value }) => cut(`${flagOf(String(value))} ${countryName(String(value))}`),
}
