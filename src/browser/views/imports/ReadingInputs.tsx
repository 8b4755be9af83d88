import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import { useT } from '../../client/i18n/texts.ts'
import { delimiters, encodings, type Reading } from './reading.ts'
import english from '../../../texts/imports.json'

interface InputsProps {
  reading: Required<Reading>
  onChange(reading: Reading): void
}

/** Delimiter, escape character, "ignore first line" (specification 5) and encoding. */
export function ReadingInputs({ reading, onChange }: InputsProps) {
  const t = useT(english)
  const { delimiter = ',', escape, ignore_first_line, encoding } = reading
  const change = (changes: Partial<Reading>) => onChange({ ...reading, ...changes })
  const known = Object.entries(delimiters)
  const own: [string, string][] = delimiters[delimiter] ? [] : [[delimiter, delimiter]]
  const common = { size: 'small', margin: 'none' } as const
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <TextField
        {...common}
        select
        label={t('delimiter')}
        value={delimiter}
        onChange={({ target }) => change({ delimiter: target.value })}
        sx={{ width: 150 }}
      >
        {[...known, ...own].map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...common}
        label={t('other_delimiter')}
        value={delimiters[delimiter] ? '' : delimiter}
        onChange={({ target }) => change({ delimiter: target.value.slice(-1) || undefined })}
        sx={{ width: 150 }}
      />
      <TextField
        {...common}
        label={t('escape')}
        value={escape}
        onChange={({ target }) => change({ escape: target.value.slice(-1) || '"' })}
        sx={{ width: 150 }}
      />
      <TextField
        {...common}
        select
        label={t('encoding')}
        value={encoding}
        onChange={({ target }) => change({ encoding: target.value })}
        sx={{ width: 170 }}
      >
        {encodings.map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        label={t('ignore_first_line')}
        control={
          <Checkbox
            checked={ignore_first_line}
            onChange={(_event, isOn) => change({ ignore_first_line: isOn })}
          />
        }
      />
    </Box>
  )
}
