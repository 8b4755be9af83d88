import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import { useT } from '../../client/i18n/texts.ts'
import type { FilterProps } from './filter.ts'

interface OneProps extends Pick<FilterProps, 'label' | 'values' | 'set'> {
  operand: string
  yes: string
  no: string
}

/** An operand that is yes, no, or not asked for. */
export function OneOf({ label, values, set, operand, yes, no }: OneProps) {
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
