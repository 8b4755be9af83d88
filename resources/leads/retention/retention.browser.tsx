import { numberFormat, displayLocale, type Views } from '#browser'
import type { RecordOf } from '#schema'

import type { retention } from './retention.ts'

type Rule = RecordOf<typeof retention>

export const retentionViews: Views<typeof retention> = {
  fields: {
    term: ({ record }) => termText(record.term, record),
    in_force: ({ record }) => record.in_force !== null && termText(record.in_force, record),
  },
}

/** A term with its unit: `730 days`. */
function termText(term: number, { unit }: Rule): string {
  const style = { style: 'unit', unit: unit.replace(/s$/, ''), unitDisplay: 'long' } as const
  return numberFormat(displayLocale().locale, style).format(term)
}
