import { countryName, flagOf } from '../countries.ts'
import { cut } from '../cut.tsx'
import type { Display } from '../display.ts'

export const countryDisplay: Display = {
  show: ({ value }) => cut(`${flagOf(String(value))} ${countryName(String(value))}`),
}
