import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { Form } from 'react-admin'

import type { Resource } from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/session.ts'
import { FormFields } from '../forms/FormFields.tsx'
import { readForm, typedOf, type Typed } from '../forms/formValues.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import {
  guessMapping,
  missingFields,
  remapped,
  type ImportOrder,
  settingFields,
  importableNames,
  ownColumns,
  type Mapping,
} from './mapping.ts'
import type { Preview } from './preview.ts'
import { WritingInputs } from './ReadingInputs.tsx'
import { stepButtons } from './stepButtons.ts'
import { cut } from '../../ui/fields/cellText.tsx'
import english from '../../../texts/imports.json'

interface MapProps {
  resource: Resource
  preview: Preview
  /** What was chosen here before. */
  order: ImportOrder | undefined
  onBack(): void
  onDone(order: ImportOrder): void
}

/** Step 2: which column becomes which field, and what holds for all rows. */
export function MapStep({ resource, preview, order, onBack, onDone }: MapProps) {
  const t = useT(english)
  const user = useUser()
  const names = useNames(resource)
  const [mapping, setMapping] = useState(
    () => order?.mapping ?? guessMapping(resource, user, preview.headers),
  )
  const [writing, setWriting] = useState({
    date_order: order?.date_order ?? 'ymd',
    decimal_sign: order?.decimal_sign ?? '.',
  } as const satisfies Pick<ImportOrder, 'date_order' | 'decimal_sign'>)
  const [missing, setMissing] = useState<string[]>([])
  const fields = useMemo(() => settingFields(resource, user, mapping), [resource, user, mapping])
  const [before] = useState(() => typedOf(fields, undefined))
  const submit = (typed: Typed) => {
    const { values, errors } = readForm(fields, user, typed, undefined)
    if (Object.keys(errors).length > 0) return errors
    const settings = Object.fromEntries(Object.entries(values).filter(([, one]) => one !== null))
    const lacking = missingFields(resource, user, [...mapping, ...Object.keys(settings)])
    setMissing(lacking)
    if (lacking.length === 0) onDone({ ...preview.reading, ...writing, mapping, settings })
    return undefined
  }
  return (
    <Form record={{ ...before, ...order?.settings }} onSubmit={submit} noValidate>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Card variant="outlined">
          <MappingTable
            {...{ resource, preview, mapping }}
            onChange={(column, name) => setMapping(remapped(mapping, column, name))}
          />
        </Card>
        <WritingInputs writing={writing} onChange={setWriting} />
        {fields.length > 0 && (
          <section>
            <Typography component="h2" variant="h6" sx={{ mb: 1 }}>
              {t('for_all_rows')}
            </Typography>
            <FormFields {...{ resource }} sections={[{ heading: '', fields }]} record={undefined} />
          </section>
        )}
        {missing.length > 0 && (
          <Alert severity="error">
            {t('import_missing', {
              fields: listText(missing.map((name) => names.field(name))),
            })}
          </Alert>
        )}
        <Box sx={stepButtons}>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={mapping.every((name) => name === null)}
          >
            {t('start_import')}
          </Button>
        </Box>
      </Box>
    </Form>
  )
}

interface MappingProps {
  resource: Resource
  preview: Preview
  mapping: Mapping
  onChange(column: number, name: string | null): void
}

/** One line per column of the file: its header, what stands in it, and the field it becomes. */
function MappingTable({ preview, mapping, ...props }: MappingProps) {
  const t = useT(english)
  return (
    <TableContainer>
      <Table size="small" aria-label={t('import_columns')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('column_of_file')}</TableCell>
            <TableCell>{t('examples')}</TableCell>
            <TableCell>{t('becomes')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {mapping.slice(0, ownColumns(preview.headers)).map((name, column) => (
            <ColumnLine
              key={`column ${preview.headers.length} ${column + 1}`}
              {...{ ...props, preview, name, column }}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

type LineProps = Omit<MappingProps, 'mapping'> & { name: string | null; column: number }

function ColumnLine({ resource, preview, name, column, onChange }: LineProps) {
  const t = useT(english)
  const user = useUser()
  const names = useNames(resource)
  const header = preview.headers[column] ?? ''
  const examples = preview.rows.map((row) => row[column] ?? '').filter(Boolean)
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {cut(header)}
      </TableCell>
      <TableCell sx={{ color: 'text.secondary' }}>{cut(examples.slice(0, 3).join(', '))}</TableCell>
      <TableCell>
        <TextField
          select
          size="small"
          margin="none"
          value={name ?? ''}
          onChange={({ target }) => onChange(column, target.value || null)}
          sx={{ minWidth: 200 }}
          slotProps={{
            select: { displayEmpty: true },
            htmlInput: { 'aria-label': t('field_of', { header }) },
          }}
        >
          <MenuItem value="">
            <em>{t('skip')}</em>
          </MenuItem>
          {importableNames(resource, user).map((one) => (
            <MenuItem key={one} value={one}>
              {names.field(one)}
            </MenuItem>
          ))}
        </TextField>
      </TableCell>
    </TableRow>
  )
}
