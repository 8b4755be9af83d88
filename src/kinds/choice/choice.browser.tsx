import { cut } from '../../browser/ui/fields/cut.tsx'
import type { Display, FieldOf } from '../../browser/client/records/row.ts'

export const choiceDisplay: Display<FieldOf<'choice'>> = {
  show: ({ field, value }) => cut(field.choices[String(value)] ?? String(value)),
}
