import Box from '@mui/material/Box'
import type { SxProps } from '@mui/material/styles'
import { Fragment, type ReactNode } from 'react'
import { get, useFormState, useWatch } from 'react-hook-form'

import { labelOf, type Field } from '#schema'

import type { Row } from '../../browser/client/records/row.ts'
import { shownValue } from '../kind.browser.ts'
import { type Typed } from './typedRows.browser.ts'

interface RowProps {
  label: string
  /** The place of its values in the form. */
  name: string
  cells: Readonly<Record<string, Field>>
  style: Extract<SxProps, object>
  children: ReactNode
}

/** Cells that have room beside each other in a form. */
const maxBeside = 5

/** The inputs of a row. Those of a long one are folded under what it says, until somebody opens them. */
export function RowBox({ label, name, cells, style, children }: RowProps) {
  if (Object.keys(cells).length <= maxBeside) {
    return (
      <Box role="group" aria-label={label} sx={style}>
        {children}
      </Box>
    )
  }
  return (
    <Box component="details" aria-label={label} sx={fold}>
      <RowSummary {...{ label, name, cells }} />
      <Box sx={{ ...style, mb: 0, border: 0 }}>{children}</Box>
    </Box>
  )
}

/** What a row says beside what all rows begin with. */
function RowSummary({ label, name, cells }: Pick<RowProps, 'label' | 'name' | 'cells'>) {
  const row = useWatch({ name }) as Typed | undefined
  const { errors } = useFormState({ name })
  const parts = Object.entries(cells).flatMap(([one, cell]): ReactNode[] => {
    const value = row?.[one] ?? ''
    if (value === '' || value === cell.options.default) return []
    return [value === true ? labelOf(one, cell) : shownValue(cell, one, row as Row)]
  })
  const isWrong = get(errors, name) !== undefined
  return (
    <Box component="summary" sx={isWrong ? { color: 'error.main' } : undefined}>
      {parts.length === 0 && label}
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </Box>
  )
}

const fold = {
  mb: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& > summary': {
    px: 1.5,
    py: { xs: 1.5, sm: 1 },
    cursor: 'pointer',
    typography: 'body2',
    overflowWrap: 'anywhere',
  },
}
