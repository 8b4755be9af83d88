import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import type { FilterValues } from '../../../client/records/filterValues.ts'
import { type FilterProps, OperandField } from './operandFilters.tsx'
import { NumberRangeFilter } from './Range.tsx'
import { listed } from './ManyOf.tsx'
import { useT } from '../../../client/i18n/texts.ts'
import english from '../../../../texts/en/lists.json'
import { useTyped } from '../useTyped.ts'
import { type Entries, addressesIn, phonesIn, idsIn } from '../entries.ts'

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

/** What a typed text means. */
export interface Reading {
  /** The same in its plainest form, one entry a line. */
  readonly text: string
  /** Undefined where the text is no list but a part of a value. */
  readonly entries?: Entries<string | number>
}

interface EntriesProps {
  label: string
  /** What is asked for now, in its plainest form. */
  text: string
  read(text: string): Reading
  onRead(reading: Reading): void
}

/** A list that is typed or pasted, with the number of entries that were understood and dropped. */
export function EntriesField({ label, text, read, onRead }: EntriesProps) {
  const t = useT(english)
  const plain = (typed: string) => read(typed).text
  const [typed, type, leave] = useTyped(text, (next) => onRead(read(next)), plain)
  const { entries } = useMemo(() => read(typed), [typed, read])
  return (
    <TextField
      multiline
      margin="none"
      label={label}
      placeholder={t('one_or_many')}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      helperText={entries && typed.trim() && <Understood {...entries} />}
      slotProps={{
        // MUI's own measures thousands of lines anew after every key.
        input: { inputComponent: 'textarea' },
        htmlInput: { rows: rowsOf(typed), spellCheck: false, autoCapitalize: 'off' },
        formHelperText: { 'aria-live': 'polite', sx: { overflowWrap: 'anywhere' } },
      }}
    />
  )
}

const maxRows = 4

const rowsOf = (text: string) => Math.min(maxRows, text.split('\n', maxRows).length)

/** Most dropped entries that are named. */
const named = 3

function Understood({ kept, dropped }: Entries<unknown>) {
  const t = useT(english)
  const count = dropped.length
  const some = dropped.slice(0, named).map(short).join(', ')
  return (
    <>
      {t('entries_kept', { count: kept.length })}
      {count > 0 && ' · '}
      {count > named
        ? t('entries_dropped_more', { count, some })
        : count > 0 && t('entries_dropped', { count, some })}
    </>
  )
}

const short = (entry: string) => (entry.length > 30 ? `${entry.slice(0, 30)}…` : entry)
