import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import { useT } from '../../client/i18n/texts.ts'
import { dateOrders, type DateOrder, type ImportOrder } from './order.ts'
import english from '../../../texts/imports.json'

type Writing = Pick<ImportOrder, 'date_order' | 'decimal_sign'>

interface InputsProps {
  writing: Writing
  onChange(writing: Writing): void
}

/** How dates and numbers are written in the file: a person says it, since 01/02 can be two days. */
export function WritingInputs({ writing, onChange }: InputsProps) {
  const t = useT(english)
  const common = { select: true, size: 'small', margin: 'none', sx: { width: 240 } } as const
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <TextField
        {...common}
        label={t('date_order')}
        value={writing.date_order}
        onChange={({ target }) => onChange({ ...writing, date_order: target.value as DateOrder })}
      >
        {Object.entries(dateOrders).map(([value, example]) => (
          <MenuItem key={value} value={value}>
            {example}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...common}
        label={t('decimal_sign')}
        value={writing.decimal_sign}
        onChange={({ target }) =>
          onChange({ ...writing, decimal_sign: target.value === ',' ? ',' : '.' })
        }
      >
        <MenuItem value=".">1250.00</MenuItem>
        <MenuItem value=",">1250,00</MenuItem>
      </TextField>
    </Box>
  )
}
