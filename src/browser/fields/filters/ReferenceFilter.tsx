import type { FieldOf } from '../display.ts'
import type { FilterProps } from '../filter.ts'
import { OptionsPicker } from '../OptionPicker.tsx'
import { listed } from './ChoiceFilter.tsx'

/** Records that point at any of the chosen ones. */
export function ReferenceFilter(props: FilterProps<FieldOf<'reference' | 'references'>>) {
  const { field, name, label, values, set } = props
  return (
    <OptionsPicker
      target={field.target}
      value={listed(values[name]).map(Number)}
      onChange={(ids) => set({ [name]: ids })}
      input={{ label, size: 'small', margin: 'none' }}
    />
  )
}
