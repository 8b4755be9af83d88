import { alpha, type Theme } from '@mui/material/styles'

import { type Density, rowHeights } from '../list/listAppearance.ts'
import { arrangedStyle } from './arrangedStyle.ts'
import { cutLine, days, cells } from './cellStyles.ts'
import { narrow, sticky } from './stickyStyle.ts'

/** The head stays while rows scroll; the column that names a record and the row's menu stay while columns do. */
export const tableStyle = (theme: Theme, density: Density, hasBulk: boolean) => [
  frame,
  cells(theme),
  rows(density),
  marks(theme),
  arrangedStyle(theme),
  sticky(theme, hasBulk),
  days(),
]

const frame = {
  '& .RaDataTable-tableWrapper': {
    overflow: 'auto',
    maxHeight: 'max(20rem, 100dvh - 17rem - var(--tabs-height, 0px))',
    // Room for what stays in place, so that a focused cell is never hidden behind it.
    scrollPaddingBlockStart: 48,
    scrollPaddingInline: `280px ${narrow}px`,
  },
  // Borders that two cells share get lost behind cells that stay in place.
  '& table': { borderCollapse: 'separate', borderSpacing: 0 },
  '& .RaDataTable-headerCell': {
    position: 'sticky',
    insetBlockStart: 0,
    zIndex: 2,
    bgcolor: 'background.paper',
    lineHeight: 1.25,
  },
  '& .head-text': { display: 'inline-block', textWrap: 'balance' },
  '& .cell-sized .head-text': {
    ...cutLine,
    minWidth: '0 !important',
    maxHeight: '2.5em',
    textWrap: 'wrap',
  },
  '& .cell-sized :is(.MuiTableSortLabel-root, .MuiTableSortLabel-root > span)': {
    minWidth: 0,
    maxWidth: '100%',
  },
  // Beside the words, where it takes no room of theirs.
  '& .MuiTableSortLabel-icon': { position: 'absolute', insetInlineStart: '100%', mx: 0.25 },
  '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': { insetInline: 'auto 100%' },
}

/** Which row is pointed at, selected, or has the focus. */
const marks = ({ palette }: Theme) => {
  const bar = (side: 1 | -1) => ({ boxShadow: `inset ${side * 3}px 0 0 ${palette.primary.main}` })
  return {
    '& tbody tr': { '--tint': 'transparent', backgroundColor: 'var(--tint)' },
    '& tbody tr:has(.title-link)': { cursor: 'pointer' },
    '& tbody tr:hover, & tbody tr:has(:focus-visible)': { '--tint': palette.action.hover },
    '& tbody tr:has(.row-choice :checked)': { '--tint': alpha(palette.primary.main, 0.1) },
    '& tbody tr:has(.row-choice :checked):hover': { '--tint': alpha(palette.primary.main, 0.16) },
    '& tbody tr:has(:focus-visible) > td:first-of-type': bar(1),
    '[dir=rtl] & tbody tr:has(:focus-visible) > td:first-of-type': bar(-1),
    '@media (forced-colors: active)': {
      '& tbody tr:has(:focus-visible) > td': { borderBlock: '2px solid Highlight' },
    },
  }
}

function rows(density: Density) {
  const height = rowHeights[density]
  const isDense = density === 'dense'
  const px = isDense ? 1 : 1.5
  const fontSize = isDense ? '0.8125rem' : undefined
  return {
    '--row-height': `${height}px`,
    // Two of them are no higher than a row.
    '--folded-line': isDense ? 1.1 : 1.2,
    '& .RaDataTable-rowCell': { height, boxSizing: 'border-box', py: 0, px, fontSize },
    '& .RaDataTable-headerCell': { height: Math.max(height, 36), py: 0, px },
    ...(isDense && { '& .MuiChip-root': { height: 20, fontSize: '0.75rem' } }),
  }
}
