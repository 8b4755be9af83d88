import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import { useText } from '../../client/i18n/texts.ts'
import type { FilterProps } from './filter.ts'

/** Yes, no, or either. */
export function BooleanFilter({ name, ...props }: FilterProps) {
  const say = useText()
  return <OneOf {...props} operand={name} yes={say('yes', 'Yes')} no={say('no', 'No')} />
}

/** Whether there is a value at all, for kinds whose values cannot be compared. */
export function EmptyFilter({ name, ...props }: FilterProps) {
  const say = useText()
  const words = { yes: say('empty', 'Empty'), no: say('not_empty', 'Not empty') }
  return <OneOf {...props} operand={`${name}_empty`} {...words} />
}

interface OneProps extends Pick<FilterProps, 'label' | 'values' | 'set'> {
  operand: string
  yes: string
  no: string
}

function OneOf({ label, values, set, operand, yes, no }: OneProps) {
  const say = useText()
  return (
    <TextField
      select
      fullWidth
      size="small"
      margin="none"
      label={label}
      value={String(values[operand] ?? '')}
      onChange={(event) => set({ [operand]: event.target.value || undefined })}
    >
      <MenuItem value="">{say('any', 'Any')}</MenuItem>
      <MenuItem value="true">{yes}</MenuItem>
      <MenuItem value="false">{no}</MenuItem>
    </TextField>
  )
}
