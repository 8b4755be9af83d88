import type { FieldOf } from '#schema'

import type { FilterProps } from '../../browser/ui/fields/filters/operandFilters.tsx'
import { ManyOf, UsedFilter } from '../../browser/ui/fields/filters/ManyOf.tsx'
import { useFieldLabels } from '../parts/useFieldLabels.browser.ts'

type Props = FilterProps<FieldOf<'words'>>

/** Any of the words that there are; of names of fields, those that may be named. */
export function WordsKindFilter(props: Props) {
  return props.field.options.fieldsOf ? <FieldsFilter {...props} /> : <UsedFilter {...props} />
}

const FieldsFilter = ({ field, ...props }: Props) => (
  <ManyOf {...props} labels={useFieldLabels(field.options)} />
)
