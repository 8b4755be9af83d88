import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'

import { cut } from '../../ui/fields/cut.tsx'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/imports.json'

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
