import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { isValidElement, type ReactNode } from 'react'

import { labelOf, type Field } from '#schema'

import type { Row } from '../../browser/client/records/row.ts'
import { cut } from '../../browser/ui/fields/cellText.tsx'
import { ScrollFrame } from '../../browser/ui/ScrollFrame.tsx'
import { browserKindOf, shownValue } from '../kind.browser.ts'

interface TableProps {
  cells: Readonly<Record<string, Field>>
  rows: readonly Readonly<Record<string, unknown>>[]
}

export const RowsText = ({ cells, rows }: TableProps) => cut(lines(cells, rows).join('; '))

export function RowsTable({ label, cells, rows }: TableProps & { label: string }) {
  const columns = Object.entries(cells)
  const align = (cell: Field) => (browserKindOf(cell).align ? 'right' : 'left')
  return (
    <ScrollFrame label={label}>
      <Table sx={table}>
        <TableHead>
          <TableRow>
            {columns.map(([name, cell]) => (
              <TableCell key={name} align={align(cell)}>
                {labelOf(name, cell)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, at) => (
            <TableRow key={at}>
              {columns.map(([name, cell]) => (
                <TableCell key={name} align={align(cell)}>
                  {shownValue(cell, name, row as Row, true)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollFrame>
  )
}

/** No word is broken: what is wider than its place is scrolled. */
const table = {
  width: 'auto',
  overflowWrap: 'normal',
  '& td, & th': { paddingInline: 1, paddingBlock: 0.5 },
}

interface ChangeProps {
  cells: TableProps['cells']
  before: TableProps['rows']
  after: TableProps['rows']
}

/** The rows that went and those that came; all of them where only their order is another. */
export function RowsChange({ cells, ...rows }: ChangeProps) {
  const [before, after] = [lines(cells, rows.before), lines(cells, rows.after)]
  const gone = before.filter((one) => !after.includes(one))
  const come = after.filter((one) => !before.includes(one))
  const isMoved = gone.length === 0 && come.length === 0
  return (
    <>
      {(isMoved ? before : gone).map((line, at) => (
        <Box key={at} component="del" sx={{ display: 'block', color: 'text.secondary' }}>
          {line}
        </Box>
      ))}
      {(isMoved ? after : come).map((line, at) => (
        <Box key={at} component="ins" sx={{ display: 'block', textDecorationColor: 'divider' }}>
          {line}
        </Box>
      ))}
    </>
  )
}

/** Each row in words; a dash stands between its `from` and its `to`. */
function lines(cells: TableProps['cells'], rows: TableProps['rows']): string[] {
  return rows.map((row) => {
    const parts = Object.entries(cells).map(([name, cell]) => {
      const dash = name.endsWith('to') && row[name.replace(/to$/, 'from')] ? '–' : ' '
      const pointed = (row as Row).labels?.[name]
      const text =
        (pointed && 'label' in pointed && pointed.label) ||
        textOf(shownValue(cell, name, row as Row)) ||
        String(row[name] ?? '')
      return text && dash + text
    })
    return parts.join('').trim()
  })
}

const textOf = (node: ReactNode): string => {
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement<{ title?: string; children?: ReactNode }>(node)) {
    return node.props.title ?? textOf(node.props.children)
  }
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}
