import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'

import { ScrollFrame } from '../../../ui/ScrollFrame.tsx'
import { cut } from '../../../ui/fields/cellText.tsx'
import { useT } from '../../../client/i18n/texts.ts'
import type { Preview } from './table.ts'
import english from '../../../../texts/en/imports.json'

/** The first rows of a file. Rows and columns stay in their places, which are their only names. */
export function PreviewTable({ headers, rows }: Pick<Preview, 'headers' | 'rows'>) {
  const t = useT(english)
  return (
    <Box sx={tableStyle}>
      <ScrollFrame label={t('preview')}>
        <Table aria-label={t('preview')}>
          <TableHead>
            <TableRow>{headers.map((header, column) => cellOf(header, column))}</TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, place) => (
              <TableRow key={`row ${place}`}>
                {headers.map((_, column) => cellOf(row[column] ?? '', column))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </ScrollFrame>
    </Box>
  )
}

const cellOf = (text: string, column: number) => (
  <TableCell key={`column ${column}`}>{cut(text)}</TableCell>
)

export const tableStyle = {
  overflow: 'hidden',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '& th, & td': { whiteSpace: 'nowrap' },
  '& th': { fontWeight: 600 },
}
