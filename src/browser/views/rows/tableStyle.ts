import { alpha, type Theme } from '@mui/material/styles'

import { type Density, rowHeights } from '../list/listAppearance.ts'
import { dayText } from '../../ui/fields/dates/dates.tsx'
import { scrollShade } from '../../ui/scrollMarks.ts'
import { clamped } from '../../ui/theme/clamped.ts'
import { arrangedStyle } from './arrangedStyle.ts'

/** Wide enough for a checkbox or for the button of a row's menu. */
const narrow = 48

/** Those that stand alone in their cells: beside other things they take what line those leave. */
const longTexts = ['> .cut-text', '> bdi > .cut-text']
  .map((path) => `:is(.RaDataTable-rowCell, .title-link, .tool-cell) ${path}`)
  .join(', ')

/** Ends in an ellipsis where it has no room, at the end of the way in which it is written. */
const cutLine = {
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'middle',
} as const

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

/** A day stays in one line, as long as the language writes it. */
const days = () => ({
  '& .RaDataTable-rowCell time': { minWidth: `${dayText('2026-09-28').length * 0.605}em` },
})

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

/** Of plain elements: a styled component for each cell would cost more than all else in a row. */
const cells = ({ palette, typography }: Theme) => ({
  '& .RaDataTable-rowCell': {
    ...typography.body2,
    borderBottom: `1px solid ${palette.divider}`,
    textAlign: 'start',
    verticalAlign: 'middle',
    whiteSpace: 'nowrap',
  },
  '& .cell-right': { textAlign: 'end' },
  '& .cell-right .tool-cell': { justifyContent: 'flex-end' },
  // As wide as its head says, and no wider for what it holds.
  '& .cell-sized': { ...cutLine, maxWidth: 0 },
  '& .cell-sized .tool-cell': { ...cutLine, display: 'block' },
  '& .cell-sized .color-chip': cutLine,
  '& .cell-sized bdi': { ...cutLine, display: 'inline-block' },
  '& .cell-sized .cell-tool': { insetInlineStart: 'auto', insetInlineEnd: 0 },
  '& .cell-sized .cell-tool ~ .cell-tool': { insetInlineEnd: 26 },
  '& .column-grip': {
    position: 'absolute',
    insetBlock: 6,
    insetInlineEnd: 0,
    width: 9,
    cursor: 'col-resize',
    touchAction: 'none',
    borderInlineEnd: '2px solid transparent',
    '&:hover, &:active': { borderColor: palette.primary.main },
  },
  // A name that is written the other way stands where the others of its column begin.
  '& .RaDataTable-rowCell bdi': { textAlign: 'match-parent' },
  // A table scrolls: what may be folded stays in one line.
  '& .RaDataTable-rowCell wbr': { display: 'none' },
  // Where columns would be hidden, a moment goes on after its day and a long text after half of it, in the height of a row.
  [`& :is(.RaDataTable-rowCell time, ${longTexts})`]: {
    display: 'inline-block',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    lineHeight: 'var(--folded-line)',
    verticalAlign: 'middle',
  },
  // Narrower than its day it is the day alone, or as much of that as has room.
  '& .RaDataTable-rowCell.cell-sized time': {
    ...clamped(2),
    minWidth: 0,
    overflowWrap: 'normal',
  },
  '& .sentence': {
    display: 'inline-block',
    minWidth: '22em',
    whiteSpace: 'normal',
    lineHeight: 'var(--folded-line)',
  },
  [`& :is(${longTexts})`]: {
    minWidth: '11em',
    maxHeight: 'calc(2em * var(--folded-line))',
    overflow: 'hidden',
  },
})

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

const sticky = ({ palette }: Theme, hasBulk: boolean) => ({
  '& .row-choice, & .title-cell, & .row-menu': {
    position: 'sticky',
    zIndex: 1,
    bgcolor: 'background.paper',
  },
  '& .RaDataTable-headerCell:is(.row-choice, .title-cell, .row-menu)': { zIndex: 3 },
  '& .row-place': { width: 40, minWidth: 40, px: 0, textAlign: 'center' },
  '& .row-choice, & .row-menu': { width: narrow, minWidth: narrow, px: 0, textAlign: 'center' },
  '& .row-choice': { insetInlineStart: 0 },
  '& .title-cell': { insetInlineStart: hasBulk ? narrow : 0 },
  '& .row-menu': { insetInlineEnd: 0 },
  // It stands in the room that is left for it: brought out of that by its focus, it would move the columns.
  '& .row-menu-button': { scrollMarginInlineEnd: -narrow },
  // An opaque cell shows the colour of its row only when it has it itself.
  '& tbody tr > :is(.row-choice, .title-cell, .row-menu)': {
    backgroundImage: 'linear-gradient(var(--tint), var(--tint))',
  },
  '& .title-cell::after, & .row-menu::after': { ...scrollShade(palette.mode), '--turn': '90deg' },
  '& .title-cell::after': { insetInlineStart: '100%' },
  '& .row-menu::after': { insetInlineEnd: '100%', '--turn': '270deg' },
  '[dir=rtl] & .title-cell::after': { '--turn': '270deg' },
  '[dir=rtl] & .row-menu::after': { '--turn': '90deg' },
  '& [data-scrolled~=start] .title-cell::after, & [data-scrolled~=end] .row-menu::after': {
    opacity: 1,
  },
})
