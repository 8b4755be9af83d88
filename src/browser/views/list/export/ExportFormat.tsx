import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useStore } from 'react-admin'

import { useT } from '../../../client/i18n/texts.ts'
import english from '../../../../texts/en/lists.json'

/** How the text of a file is written. */
interface ExportFormat {
  /** A workbook is made here of the CSV. */
  readonly type?: 'csv' | 'xlsx'
  readonly delimiter: string
  /** Begins with a byte order mark, by which Excel knows UTF-8. */
  readonly bom: boolean
}

/** The last choice of this browser: it goes with the spreadsheet program. */
export const useExportFormat = () =>
  useStore<ExportFormat>('export.format', { delimiter: ',', bom: true })

/** How its text is written: a workbook is made of a plain CSV. */
export const writtenAs = ({ type, delimiter, bom }: ExportFormat) =>
  type === 'xlsx' ? { delimiter: ',', bom: false } : { delimiter, bom }

export const isWorkbook = ({ type }: ExportFormat): boolean => type === 'xlsx'

interface InputsProps {
  format: ExportFormat
  onChange(format: ExportFormat): void
}

export function ExportFormatInputs({ format, onChange }: InputsProps) {
  const t = useT(english)
  const delimiters = {
    ',': t('delimiters.comma'),
    ';': t('delimiters.semicolon'),
    '\t': t('delimiters.tab'),
    '|': t('delimiters.bar'),
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2.5 }}>
      <TextField
        select
        margin="none"
        label={t('export_type')}
        value={format.type ?? 'csv'}
        onChange={({ target }) => onChange({ ...format, type: target.value as 'csv' | 'xlsx' })}
      >
        <MenuItem value="csv">CSV</MenuItem>
        <MenuItem value="xlsx">Excel (.xlsx)</MenuItem>
      </TextField>
      {!isWorkbook(format) && (
        <>
          <TextField
            select
            margin="none"
            label={t('export_delimiter')}
            value={format.delimiter}
            onChange={({ target }) => onChange({ ...format, delimiter: target.value })}
          >
            {Object.entries(delimiters).map(([value, label]) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          <FormControlLabel
            label={t('export_bom')}
            control={
              <Checkbox
                checked={format.bom}
                onChange={(_event, bom) => onChange({ ...format, bom })}
              />
            }
          />
        </>
      )}
    </Box>
  )
}
