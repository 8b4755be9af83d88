import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import { useT } from '../../client/i18n/texts.ts'
import type { FilterProps } from './filter.ts'

/** Yes, no, or either. */
export function YesFilter({ name, ...props }: FilterProps) {
  const t = useT()
  return <OneOf {...props} operand={name} yes={t('yes')} no={t('no')} />
}

/** Whether there is a value at all, for values that cannot be compared. */
export function EmptyFilter({ name, ...props }: FilterProps) {
  const t = useT()
  const words = { yes: t('empty'), no: t('not_empty') }
  return <OneOf {...props} operand={`${name}_empty`} {...words} />
}

interface OneProps extends Pick<FilterProps, 'label' | 'values' | 'set'> {
  operand: string
  yes: string
  no: string
}

/** An operand that is yes, no, or not asked for. */
function OneOf({ label, values, set, operand, yes, no }: OneProps) {
  const t = useT()
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
      <MenuItem value="">{t('any')}</MenuItem>
      <MenuItem value="true">{yes}</MenuItem>
      <MenuItem value="false">{no}</MenuItem>
    </TextField>
  )
}
