import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { FocusEvent } from 'react'

import type { Operand } from '../../../client/records/filterValues.ts'
import { useSteady } from '../useTyped.ts'
import { useUsedFirst, type Used } from './usedFirst.tsx'
import type { FilterProps } from './operandFilters.tsx'

/** Any of the values that there are, or of others that are typed. */
export const UsedFilter = (props: FilterProps) => (
  <ManyOf {...props} isOpenEnded labels={ownLabels(props.used)} />
)

/** Each used value as it is. */
export const ownLabels = (used: readonly Used[] = []): Record<string, string> =>
  Object.fromEntries(used.map(({ value }) => [value, String(value)]))

interface ManyProps extends Pick<FilterProps, 'name' | 'label' | 'values' | 'set' | 'used'> {
  labels: Readonly<Record<string, string>>
  /** Takes others, too. */
  isOpenEnded?: boolean
}

/** Any number of values out of a few. */
export function ManyOf({ name, label, values, set, used, labels, isOpenEnded }: ManyProps) {
  const chosen = useSteady(listed(values[name]).map(String))
  const first = useUsedFirst(used)
  const choose = (next: readonly string[]) => set({ [name]: next })
  const addTyped = ({ target }: FocusEvent<HTMLElement>) => {
    const typed = target instanceof HTMLInputElement ? target.value.trim() : ''
    if (typed && !chosen.includes(typed)) choose([...chosen, typed])
  }
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      {...(isOpenEnded && { freeSolo: true, clearOnBlur: true, onBlur: addTyped })}
      size="small"
      options={first.sorted(Object.keys(labels), String)}
      onOpen={first.onOpen}
      onClose={first.onClose}
      groupBy={first.groupBy(String)}
      renderGroup={first.renderGroup}
      renderOption={({ key, ...props }, value) => (
        <li key={key} {...props}>
          {labels[value] ?? value}
          {first.countOf(value)}
        </li>
      )}
      getOptionLabel={(value) => labels[value] ?? value}
      value={chosen}
      onChange={(_event, next) => choose(next)}
      renderInput={(params) => <TextField {...params} label={label} margin="none" />}
    />
  )
}

/** The operands under one key, which a hand-written address may also give as one text. */
export function listed(operand: Operand): readonly (string | number)[] {
  if (operand === undefined) return []
  if (typeof operand === 'string') return operand.split(',')
  return typeof operand === 'object' ? operand : [String(operand)]
}
