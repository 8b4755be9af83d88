import visuallyHidden from '@mui/utils/visuallyHidden'

import { targetOf, type Field } from '#schema'

export const fieldset = { border: 0, m: 0, p: 0, minWidth: 0, containerType: 'inline-size' }

/** Holds where each cell has room beside the others. */
type Columns = readonly (readonly [name: string, cell: Field])[]

const beside = ({ length }: Columns) => `@container (min-width: ${length * 140 + 108}px)`

/** What a record is called is longer than a number. */
const inColumns = (columns: Columns) => ({
  gridTemplateColumns: `${columns
    .map(([, cell]) => (targetOf(cell) === undefined ? 'minmax(0, 2fr)' : 'minmax(0, 3fr)'))
    .join(' ')} 108px`,
})

/** Of many cells some hold words, which are read only where each has a line: on a phone. */
const grid = (columns: Columns) => ({
  display: 'grid',
  gap: 1,
  alignItems: 'start',
  gridTemplateColumns: columns.length > few ? 'minmax(0, 1fr)' : '1fr 1fr',
  '@container (min-width: 400px)': { gridTemplateColumns: '1fr 1fr' },
  [beside(columns)]: inColumns(columns),
})

const few = 4

export const heads = (columns: Columns) => ({
  ...grid(columns),
  display: 'none',
  mb: 0.5,
  typography: 'caption',
  color: 'text.secondary',
  [beside(columns)]: { ...inColumns(columns), display: 'grid' },
})

/** Two short cells share a line; of an odd number the first has one for itself. */
function fillsLine(cell: Field, columns: Columns): boolean {
  const short = columns.filter(([, one]) => targetOf(one) === undefined)
  return targetOf(cell) !== undefined || (short.length % 2 === 1 && short[0]?.[1] === cell)
}

export const cellStyle = (cell: Field, columns: Columns) => ({
  minWidth: 0,
  ...(fillsLine(cell, columns) && {
    gridColumn: '1 / -1',
    [beside(columns)]: { gridColumn: 'auto' },
  }),
})

/** The names stand above the columns where there are columns, and in each input where there are none. */
export const line = (columns: Columns) => ({
  ...grid(columns),
  rowGap: 1.5,
  mb: 1,
  p: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& > :last-child': { gridColumn: '1 / -1' },
  [beside(columns)]: {
    ...inColumns(columns),
    p: 0,
    border: 0,
    '& > :last-child': { gridColumn: 'auto' },
    '& .MuiInputLabel-root': visuallyHidden,
    '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
    '& .MuiOutlinedInput-notchedOutline': { top: 0 },
  },
})

export const tools = { display: 'flex', justifyContent: 'end', alignItems: 'center', minHeight: 40 }
