import type { FieldOf } from '../../client/records/row.ts'
import type { FilterProps } from './filter.ts'
import { OptionsPicker } from './OptionPicker.tsx'
import { useMayPick } from './options.ts'
import { listed } from './ManyOf.tsx'
import { ExactFilter } from './TextFilter.tsx'

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
