import type { Theme } from '@mui/material/styles'

import { dayText } from '../../ui/fields/dates/dates.tsx'
import { clamped } from '../../ui/theme/clamped.ts'

/** Those that stand alone in their cells: beside other things they take what line those leave. */
const longTexts = ['> .cut-text', '> bdi > .cut-text']
  .map((path) => `:is(.RaDataTable-rowCell, .title-link, .tool-cell) ${path}`)
  .join(', ')

/** Ends in an ellipsis where it has no room, at the end of the way in which it is written. */
export const cutLine = {
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'middle',
} as const

/** A day stays in one line, as long as the language writes it. */
export const days = () => ({
  '& .RaDataTable-rowCell time': { minWidth: `${dayText('2026-09-28').length * 0.605}em` },
})

/** Of plain elements: a styled component for each cell would cost more than all else in a row. */
export const cells = ({ palette, typography }: Theme) => ({
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
