import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useStore } from 'react-admin'

import { useT } from '../../../client/i18n/texts.ts'
import { Select } from '../../../ui/fields/Select.tsx'
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
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2.5 }}>
      <Select
        label={t('export_type')}
        value={format.type ?? 'csv'}
        options={[
          ['csv', 'CSV'],
          ['xlsx', 'Excel (.xlsx)'],
        ]}
        onChange={(type) => onChange({ ...format, type })}
      />
      {!isWorkbook(format) && (
        <>
          <Select
            label={t('export_delimiter')}
            value={format.delimiter}
            options={[
              [',', t('delimiters.comma')],
              [';', t('delimiters.semicolon')],
              ['\t', t('delimiters.tab')],
              ['|', t('delimiters.bar')],
            ]}
            onChange={(delimiter) => onChange({ ...format, delimiter })}
          />
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
