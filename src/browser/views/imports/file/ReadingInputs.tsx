import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import { encodings } from '../../../../contract/encodings.ts'
import { useT } from '../../../client/i18n/texts.ts'
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
          <SmallInput
            label={t('delimiter')}
            value={delimiter}
            options={{ ...delimiters, ...own }}
            onChange={(value) => change({ delimiter: value })}
          />
          <SmallInput
            label={t('other_delimiter')}
            value={delimiters[delimiter] ? '' : delimiter}
            onChange={(value) => change({ delimiter: value.slice(-1) || undefined })}
          />
          <SmallInput
            label={t('quote')}
            value={quote}
            onChange={(value) => change({ quote: value.slice(-1) })}
            width={110}
          />
          <SmallInput
            label={t('escape')}
            value={escape}
            onChange={(value) => change({ escape: value.slice(-1) || '"' })}
          />
          <SmallInput
            label={t('encoding')}
            value={encoding}
            options={encodingNames}
            onChange={(value) => change({ encoding: value })}
            width={170}
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

const encodingNames = Object.fromEntries(encodings.map((one) => [one, one])) as {
  readonly [One in (typeof encodings)[number]]: One
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
      <SmallInput
        label={t('date_order')}
        value={writing.date_order}
        options={{ ymd: '2026-01-31', dmy: '31.01.2026, 31/01/2026', mdy: '01/31/2026' }}
        onChange={(date_order) => onChange({ ...writing, date_order })}
        width={240}
      />
      <SmallInput
        label={t('decimal_sign')}
        value={writing.decimal_sign}
        options={{ '.': '1250.00', ',': '1250,00' }}
        onChange={(decimal_sign) => onChange({ ...writing, decimal_sign })}
        width={240}
      />
    </Box>
  )
}

export interface InputProps<Value extends string> {
  label: string
  value: Value
  /** What may be chosen, with what is shown for it; without them the value is typed. */
  options?: Readonly<Record<Value, string>>
  onChange(value: Value): void
  width?: number
}

export function SmallInput<Value extends string>({
  options,
  onChange,
  ...props
}: InputProps<Value>) {
  const { label, value, width = 150 } = props
  return (
    <TextField
      {...{ label, value, select: options !== undefined, sx: { width, maxWidth: '100%' } }}
      margin="none"
      onChange={({ target }) => onChange(target.value as Value)}
    >
      {Object.entries<string>(options ?? {}).map(([one, text]) => (
        <MenuItem key={one} value={one}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}

const inputsStyle = { display: 'flex', flexWrap: 'wrap', gap: 2 }
