import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'

import type { Operand } from '../../client/records/filterValues.ts'
import type { FilterProps } from './filter.ts'
import { useSteady } from './useSteady.ts'

interface ManyProps extends Pick<FilterProps, 'name' | 'label' | 'values' | 'set'> {
  labels: Readonly<Record<string, string>>
}

/** Any number of values out of a few. */
export function ManyOf({ name, label, values, set, labels }: ManyProps) {
  const chosen = useSteady(listed(values[name]).map(String))
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      size="small"
      options={Object.keys(labels)}
      getOptionLabel={(value) => labels[value] ?? value}
      value={chosen}
      onChange={(_event, next) => set({ [name]: next })}
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
