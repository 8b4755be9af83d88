import type { FieldOf } from '#schema'

import type { FilterProps } from '../../browser/ui/fields/filter.ts'
import { ManyOf } from '../../browser/ui/fields/ManyOf.tsx'

export const ChoiceFilter = ({ field, ...props }: FilterProps<FieldOf<'choice'>>) => (
  <ManyOf {...props} labels={field.choices} />
)
