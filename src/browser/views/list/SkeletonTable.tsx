import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'

import { useText } from '../words.ts'
import type { Density } from './density.ts'
import { tableStyle } from './tableStyle.ts'

interface SkeletonProps {
  /** The labels of the columns to come. */
  labels: readonly string[]
  rows: number
  density: Density
  hasBulk: boolean
}

/** Stands where a table will be, as high as it will be, so that nothing moves when the rows come. */
export function SkeletonTable({ labels, rows, density, hasBulk }: SkeletonProps) {
  const say = useText()
  const lines = Array.from({ length: rows }, (_, number) => number)
  return (
    <Box role="status" aria-label={say('loading', 'Loading')}>
      <Box aria-hidden sx={[...[tableStyle(density, hasBulk)].flat(), clipped]}>
        <div className="RaDataTable-tableWrapper">
          <Table size="small">
            <TableHead>
              <TableRow>
                {hasBulk && <TableCell className="RaDataTable-headerCell row-choice" />}
                {labels.map((label) => (
                  <TableCell key={label} className="RaDataTable-headerCell">
                    {label}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {lines.map((line) => (
                <TableRow key={line}>
                  {hasBulk && <TableCell className="RaDataTable-rowCell row-choice" />}
                  {labels.map((label, column) => (
                    <TableCell key={label} className="RaDataTable-rowCell">
                      <Skeleton width={`${45 + ((line * 7 + column * 13) % 45)}%`} />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      </Box>
    </Box>
  )
}

const clipped = { '& .RaDataTable-tableWrapper': { overflow: 'hidden' } }
