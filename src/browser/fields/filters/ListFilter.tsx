import TextField from '@mui/material/TextField'

import { emailPattern } from '#schema'

import { useText } from '../../views/words.ts'
import type { FieldOf } from '../display.ts'
import type { FilterProps, FilterValues } from '../filter.ts'
import { useTyped } from '../useTyped.ts'
import { listed } from './ChoiceFilter.tsx'
import { NumberRangeFilter } from './RangeFilter.tsx'

/** Specification 5, "mailing list": split on whitespace, quotes removed, only addresses kept. */
export function addressesIn(text: string): string[] {
  const parts = text
    .toLowerCase()
    .replaceAll(/["'`]|[,;]+(?=\s|$)/g, '')
    .split(/\s+/)
  return [...new Set(parts.filter((part) => emailPattern.test(part)))]
}

/** Specification 5, "ID list": split on whitespace, bars and commas, whole numbers kept. */
export function idsIn(text: string): number[] {
  const parts = text.split(/[\s|,]+/).filter((part) => /^\d{1,15}$/.test(part))
  return [...new Set(parts.map(Number))]
}

/** Whole addresses, as many as are pasted, or a fragment of one. */
export function EmailFilter({ name, isMasked, values, set, label }: FilterProps) {
  const fragment = `${name}_contains`
  const read = (text: string): FilterValues => {
    const addresses = addressesIn(text)
    const isExact = addresses.length > 0 || isMasked
    return {
      [name]: addresses.length > 0 ? addresses : isExact ? text || undefined : undefined,
      [fragment]: isExact ? undefined : text || undefined,
    }
  }
  const known = values[name] ?? values[fragment]
  return <Entries {...{ label, read, set }} text={listed(known).join('\n')} />
}

/** Records by their numbers, as many as are pasted; other numbers by their range. */
export function IntegerFilter(props: FilterProps<FieldOf<'integer'>>) {
  const { name, values, set, label } = props
  if (name !== 'id') return <NumberRangeFilter {...props} />
  const read = (text: string): FilterValues => {
    const ids = idsIn(text)
    return { id: ids.length > 0 ? ids : undefined }
  }
  return <Entries {...{ label, read, set }} text={listed(values.id).join('\n')} />
}

interface EntriesProps extends Pick<FilterProps, 'label' | 'set'> {
  text: string
  /** What the typed text asks for. */
  read(text: string): FilterValues
}

/** A list that is typed or pasted. What was understood replaces it when typing rests. */
function Entries({ label, set, text, read }: EntriesProps) {
  const say = useText()
  const [typed, type] = useTyped(text, (next) => set(read(next)))
  return (
    <TextField
      fullWidth
      multiline
      maxRows={4}
      size="small"
      margin="none"
      label={label}
      placeholder={say('one_or_many', 'One, or many')}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  )
}
