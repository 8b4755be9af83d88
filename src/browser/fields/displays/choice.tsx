import { cut } from '../../ui/fields/cut.tsx'
import type { Display, FieldOf } from '../display.ts'

export const choiceDisplay: Display<FieldOf<'choice'>> = {
  show: ({ field, value }) => cut(field.choices[String(value)] ?? String(value)),
}
