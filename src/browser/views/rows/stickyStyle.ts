import type { Theme } from '@mui/material/styles'

import { scrollShade } from '../../ui/scrollMarks.ts'

/** Wide enough for a checkbox or for the button of a row's menu. */
export const narrow = 48

export const sticky = ({ palette }: Theme, hasBulk: boolean) => ({
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
