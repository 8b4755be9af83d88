import type { FieldOf } from '#schema'

import { type FilterProps, listed, ExactFilter } from '../../browser/ui/fields/operandFilters.tsx'
import { OptionsPicker } from '../../browser/ui/fields/OptionPicker.tsx'
import { useMayPick } from '../../browser/ui/fields/options.ts'

/** Records that point at any of the chosen ones; at one by its number, where the user may not list them. */
export function ReferenceFilter(props: FilterProps<FieldOf<'reference' | 'references'>>) {
  const { field, name, label, values, set } = props
  if (!useMayPick(field.target)) return <ExactFilter {...props} />
  return (
    <OptionsPicker
      isFilter
      target={field.target}
      value={listed(values[name]).map(Number)}
      onChange={(ids) => set({ [name]: ids })}
      input={{ label, size: 'small', margin: 'none' }}
    />
  )
}
