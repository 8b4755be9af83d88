import type { FieldOf } from '#schema'

import { type FilterProps, ManyOf } from '../../browser/ui/fields/operandFilters.tsx'

export const ChoiceFilter = ({ field, ...props }: FilterProps<FieldOf<'choice'>>) => (
  <ManyOf {...props} labels={field.choices} />
)
