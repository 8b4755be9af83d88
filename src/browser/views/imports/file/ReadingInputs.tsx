import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'

import { encodings } from '../../../../contract/encodings.ts'
import { useT } from '../../../client/i18n/texts.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import type { ImportOrder } from '../mapping/mapping.ts'
import { delimiters, type Reading } from './reading.ts'
import english from '../../../../texts/en/imports.json'

interface ReadingProps {
  reading: Required<Reading>
  onChange(reading: Reading): void
}

/** Delimiter, escape character, "ignore first line" and encoding. */
export function ReadingInputs({ reading, onChange }: ReadingProps) {
  const t = useT(english)
  const {
    delimiter = ',',
    quote,
    escape,
    spreadsheet,
    ignore_first_line = true,
    encoding = 'utf-8',
  } = reading
  const change = (changes: Partial<Reading>) => onChange({ ...reading, ...changes })
  const own = delimiters[delimiter] ? {} : { [delimiter]: delimiter }
  return (
    <Box sx={{ ...inputsStyle, alignItems: 'center' }}>
      {!spreadsheet && (
        <>
          <Select
            label={t('delimiter')}
            value={delimiter}
            options={Object.entries({ ...delimiters, ...own })}
            onChange={(value) => change({ delimiter: value })}
            sx={wide(150)}
          />
          <SignInput
            label={t('other_delimiter')}
            value={delimiters[delimiter] ? '' : delimiter}
            onChange={(value) => change({ delimiter: value.slice(-1) || undefined })}
          />
          <SignInput
            label={t('quote')}
            value={quote}
            onChange={(value) => change({ quote: value.slice(-1) })}
            width={110}
          />
          <SignInput
            label={t('escape')}
            value={escape}
            onChange={(value) => change({ escape: value.slice(-1) || '"' })}
          />
          <Select
            label={t('encoding')}
            value={encoding}
            options={encodings.map((one) => [one, one])}
            onChange={(value) => change({ encoding: value })}
            sx={wide(170)}
          />
        </>
      )}
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

export type Writing = Pick<ImportOrder, 'date_order' | 'decimal_sign'>

interface WritingProps {
  writing: Writing
  onChange(writing: Writing): void
}

/** How dates and numbers are written in the file: a person says it, since 01/02 can be two days. */
export function WritingInputs({ writing, onChange }: WritingProps) {
  const t = useT(english)
  return (
    <Box sx={inputsStyle}>
      <Select
        label={t('date_order')}
        value={writing.date_order}
        options={[
          ['ymd', '2026-01-31'],
          ['dmy', '31.01.2026, 31/01/2026'],
          ['mdy', '01/31/2026'],
        ]}
        onChange={(date_order) => onChange({ ...writing, date_order })}
        sx={wide(240)}
      />
      <Select
        label={t('decimal_sign')}
        value={writing.decimal_sign}
        options={[
          ['.', '1250.00'],
          [',', '1250,00'],
        ]}
        onChange={(decimal_sign) => onChange({ ...writing, decimal_sign })}
        sx={wide(240)}
      />
    </Box>
  )
}

interface SignProps {
  label: string
  value: string
  onChange(value: string): void
  width?: number
}

/** One sign, which is typed. */
function SignInput({ onChange, width = 150, ...props }: SignProps) {
  return (
    <TextField
      {...props}
      margin="none"
      onChange={({ target }) => onChange(target.value)}
      sx={wide(width)}
    />
  )
}

/** So many pixels, where there is room for them. */
export const wide = (width: number) => ({ width, maxWidth: '100%' })

const inputsStyle = { display: 'flex', flexWrap: 'wrap', gap: 2 }
