import type { FieldOf } from '../display.ts'
import type { FilterProps, FilterValues } from '../filter.ts'
import { listed } from './ChoiceFilter.tsx'
import { addressesIn, idsIn } from './entries.ts'
import { EntriesField, type Reading } from './EntriesField.tsx'
import { NumberRangeFilter } from './RangeFilter.tsx'

/** Whole addresses, as many as are pasted, or a fragment of one. */
export function EmailFilter({ name, isMasked, values, set, label }: FilterProps) {
  const fragment = `${name}_contains`
  const read = (text: string): Reading => {
    const entries = addressesIn(text)
    const [lone, ...more] = text.trim().split(/\s+/)
    const isLone = entries.kept.length === 0 && lone !== '' && more.length === 0
    return isLone ? { text: lone ?? '' } : { text: entries.kept.join('\n'), entries }
  }
  const ask = ({ text, entries }: Reading): FilterValues => ({
    [name]: entries ? entries.kept.map(String) : isMasked ? text : undefined,
    [fragment]: entries || isMasked ? undefined : text,
  })
  const known = listed(values[name] ?? values[fragment]).join('\n')
  return <EntriesField {...{ label, read }} text={known} onRead={(one) => set(ask(one))} />
}

/** Records by their numbers, as many as are pasted; other numbers by their range. */
export function IntegerFilter(props: FilterProps<FieldOf<'integer'>>) {
  const { name, values, set, label } = props
  if (name !== 'id') return <NumberRangeFilter {...props} />
  return (
    <EntriesField
      label={label}
      text={listed(values['id']).join('\n')}
      read={readIds}
      onRead={({ entries }) => set({ id: entries?.kept.map(Number) })}
    />
  )
}

export function readIds(text: string): Reading {
  const entries = idsIn(text)
  return { text: entries.kept.join('\n'), entries }
}

export function readAddresses(text: string): Reading {
  const entries = addressesIn(text)
  return { text: entries.kept.join('\n'), entries }
}
