import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'

import { useT } from '../../client/i18n/texts.ts'
import { delimiters, encodings, type Reading, type Candidate } from './reading.ts'
import { cut } from '../../ui/fields/cut.tsx'
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

interface ChoiceProps {
  candidates: readonly Candidate[]
  onChoose(encoding: string): void
}

/** Asks how the letters of a file are written, by words of the file itself: a person sees at once which is right. */
export function EncodingChoice({ candidates, onChoose }: ChoiceProps) {
  const t = useT(english)
  const label = t('encoding_question')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Alert severity="warning" role="note">
        {t('encoding_uncertain')}
      </Alert>
      <Typography id="encoding-question" sx={{ fontWeight: 600, mt: 1 }}>
        {label}
      </Typography>
      <RadioGroup
        aria-labelledby="encoding-question"
        onChange={(_event, encoding) => onChoose(encoding)}
      >
        {candidates.map(({ encoding, example }) => (
          <FormControlLabel
            key={encoding}
            value={encoding}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', '& .MuiRadio-root': { py: 0.75 } }}
            label={
              <Box sx={{ py: 0.75 }}>
                <Typography dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                  {example}
                </Typography>
                <Typography variant="caption" color="text.secondary">
                  {encoding}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </Box>
  )
}

interface TableProps {
  headers: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The first rows of a file. Rows and columns stay in their places, which are their only names. */
export function PreviewTable({ headers, rows }: TableProps) {
  const t = useT(english)
  return (
    <TableContainer
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
      tabIndex={0}
    >
      <Table size="small" aria-label={t('preview')}>
        <TableHead>
          <TableRow>{headers.map((header, column) => headCell(header, column))}</TableRow>
        </TableHead>
        <TableBody>{rows.map((row, place) => bodyRow(row, place, headers.length))}</TableBody>
      </Table>
    </TableContainer>
  )
}

const headCell = (header: string, column: number) => (
  <TableCell key={`column ${column}`} sx={{ whiteSpace: 'nowrap', fontWeight: 600 }}>
    {cut(header)}
  </TableCell>
)

const bodyRow = (row: readonly string[], place: number, width: number) => (
  <TableRow key={`row ${place}`}>
    {Array.from({ length: width }, (_, column) => (
      <TableCell key={`column ${column}`} sx={{ whiteSpace: 'nowrap' }}>
        {cut(row[column] ?? '')}
      </TableCell>
    ))}
  </TableRow>
)
