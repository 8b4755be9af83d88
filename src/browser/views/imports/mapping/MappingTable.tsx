import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Fragment } from 'react'

import {
  type ImportMode,
  type Resource,
  importableNames,
  importForm,
  ownColumns,
  type Mapping,
} from '#schema'

import { listText } from '../../../client/i18n/formats.ts'
import { useUser } from '../../../client/session/user.ts'
import { useNames, useT } from '../../../client/i18n/texts.ts'
import type { Preview } from '../file/table.ts'
import { cut } from '../../../ui/fields/cellText.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import english from '../../../../texts/en/imports.json'

interface MappingProps {
  resource: Resource
  preview: Preview
  mapping: Mapping
  mode: ImportMode
  onChange(column: number, name: string | null): void
}

/** One line per column of the file: its header, what stands in it, and the field it becomes. */
export function MappingTable({ preview, mapping, ...props }: MappingProps) {
  const t = useT(english)
  return (
    <TableContainer>
      <Table aria-label={t('import_columns')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('column_of_file')}</TableCell>
            <TableCell sx={{ display: onDesk }}>{t('examples')}</TableCell>
            <TableCell>{t('becomes')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {mapping.slice(0, ownColumns(preview.headers)).map((name, column) => (
            <ColumnLine
              key={`column ${preview.headers.length} ${column + 1}`}
              {...{ ...props, preview, name, column }}
              others={mapping.flatMap((one, at) =>
                one !== null && one === name && at !== column ? [preview.headers[at] ?? ''] : [],
              )}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** On a phone one example stands below its header, so that the field stands beside both. */
const onDesk = { xs: 'none', sm: 'table-cell' }

const exampleStyle = { color: 'text.secondary', overflowWrap: 'anywhere' }

type LineProps = Omit<MappingProps, 'mapping'> & {
  name: string | null
  column: number
  /** The headers of the columns that make one value together with this one. */
  others: readonly string[]
}

function ColumnLine({ resource, preview, mode, name, column, others, onChange }: LineProps) {
  const t = useT(english)
  const user = useUser()
  const names = useNames(importForm(resource, mode))
  const own = preview.headers[column] ?? ''
  const header = own || t('unnamed_column', { number: column + 1 })
  const examples = preview.rows.map((row) => row[column] ?? '').filter(Boolean)
  // Each keeps its direction beside the others.
  const first = examples.slice(0, 3).map((one, at) => (
    <Fragment key={at}>
      {at > 0 && ', '}
      <bdi>{cut(one)}</bdi>
    </Fragment>
  ))
  const skipped = <em>{t('skip')}</em>
  // Spreadsheets leave such columns at the end of their files.
  if (own === '' && name === null && !examples.some((one) => one !== 'Empty')) return null
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {cut(header)}
        <Box sx={{ ...exampleStyle, display: { xs: 'block', sm: 'none' }, fontWeight: 400 }}>
          {first[0]}
        </Box>
      </TableCell>
      <TableCell sx={{ ...exampleStyle, display: onDesk }}>{first}</TableCell>
      <TableCell>
        <Select
          value={name ?? ''}
          options={[
            ['', skipped],
            ...importableNames(resource, user, mode).map((one) => [one, names.field(one)] as const),
          ]}
          onChange={(chosen) => onChange(column, chosen || null)}
          helperText={others.length > 0 && t('joined_with', { headers: listText(others) })}
          sx={{ width: 1, minWidth: { xs: 140, sm: 200 } }}
          slotProps={{
            select: { displayEmpty: true },
            htmlInput: { 'aria-label': t('field_of', { header }) },
          }}
        />
      </TableCell>
    </TableRow>
  )
}
