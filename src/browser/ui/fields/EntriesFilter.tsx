import type { FilterValues } from '../../client/records/filterValues.ts'
import type { FilterProps } from './filter.ts'
import { listed } from './ManyOf.tsx'
import { addressesIn, idsIn, phonesIn, type Entries } from './entries.ts'
import { EntriesField, type Reading } from './EntriesField.tsx'
import { NumberRangeFilter } from './RangeFilter.tsx'
import { OperandField } from './TextFilter.tsx'

/** Whole addresses, as many as are pasted, or a fragment of one. */
export const AddressFilter = (props: FilterProps) => (
  <WholeFilter {...props} entriesIn={addressesIn} />
)

/** Whole numbers, as many as are pasted, or some digits of one. */
export const PhoneFilter = (props: FilterProps) => <WholeFilter {...props} entriesIn={phonesIn} />

/** Records by their numbers, as many as are pasted; other numbers by their range. */
export function IdFilter(props: FilterProps) {
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

interface WholeProps extends FilterProps {
  entriesIn(text: string): Entries<string>
}

/** Whole values, or a fragment of one; where the user may not unmask them, one whole value alone. */
function WholeFilter(props: WholeProps) {
  return props.isMasked ? (
    <OperandField {...props} operand={props.name} />
  ) : (
    <EntriesFilter {...props} />
  )
}

function EntriesFilter({ name, values, set, label, entriesIn }: WholeProps) {
  const fragment = `${name}_contains`
  const read = (text: string): Reading => {
    const entries = entriesIn(text)
    const [lone, ...more] = entries.dropped
    const isLone = entries.kept.length === 0 && lone !== undefined && more.length === 0
    return isLone ? { text: lone } : { text: entries.kept.join('\n'), entries }
  }
  const ask = ({ text, entries }: Reading): FilterValues => ({
    [name]: entries?.kept.map(String),
    [fragment]: entries ? undefined : text,
  })
  const known = listed(values[name] ?? values[fragment]).join('\n')
  return <EntriesField {...{ label, read }} text={known} onRead={(one) => set(ask(one))} />
}

const readWith =
  (entriesIn: (text: string) => Entries<string | number>) =>
  (text: string): Reading => {
    const entries = entriesIn(text)
    return { text: entries.kept.join('\n'), entries }
  }

export const readIds = readWith(idsIn)
export const readAddresses = readWith(addressesIn)
export const readPhones = readWith(phonesIn)
