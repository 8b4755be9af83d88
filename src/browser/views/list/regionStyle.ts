import type { SxProps, Theme } from '@mui/material/styles'
import visuallyHidden from '@mui/utils/visuallyHidden'

import { controlStyle, iconMask } from './controlStyle.ts'

const copyIcon = iconMask(
  'M16 1H4a2 2 0 0 0-2 2v14h2V3h12zm3 4H8a2 2 0 0 0-2 2v14c0 1.1.9 2 2 2h11a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2m0 16H8V7h11z',
)
const editIcon = iconMask(
  'M3 17.25V21h3.75L17.81 9.94l-3.75-3.75zM20.71 7.04a1 1 0 0 0 0-1.41l-2.34-2.34a1 1 0 0 0-1.41 0l-1.83 1.83 3.75 3.75z',
)
const doneIcon = iconMask('M9 16.2 4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z')

/** The sign of a tool is made when it shows: hidden ones, of which there are many, have none. */
const shown = {
  opacity: 1,
  '&::before': {
    content: '""',
    display: 'block',
    width: 16,
    height: 16,
    m: 'auto',
    bgcolor: 'currentColor',
    mask: copyIcon,
  },
  '&[data-edit]::before': { mask: editIcon },
  '&[data-copied]::before': { mask: doneIcon },
}

/** Tools stand beside their value in the gap between two columns, so that no row moves when they show. */
export const regionStyle: SxProps<Theme> = {
  display: 'contents',
  '& .told': visuallyHidden,
  ...controlStyle,
  '& .title-link': { color: 'primary.main', textDecoration: 'none' },
  '& .contact-link': { textDecoration: 'none' },
  '& :is(.title-link, .contact-link):hover': { textDecoration: 'underline' },
  '& .tool-cell': { position: 'relative', display: 'inline-flex', alignItems: 'center' },
  '& .tool-cell[data-inline]': { minWidth: '1em', minHeight: '1.5em' },
  '& .cell-tool': {
    position: 'absolute',
    insetInlineStart: '100%',
    zIndex: 1,
    width: 24,
    height: 24,
    p: 0,
    marginInlineStart: '2px',
    border: 0,
    borderRadius: '4px',
    color: 'text.secondary',
    bgcolor: 'background.paper',
    cursor: 'pointer',
    opacity: 0,
    '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
    '&:focus-visible': {
      opacity: 1,
      outline: '2px solid',
      outlineColor: 'primary.main',
    },
  },
  '& .cell-tool ~ .cell-tool': { marginInlineStart: '26px' },
  '& tr:hover .cell-tool, & tr:focus-within .cell-tool, & .cell-tool[data-copied]': shown,
  // A finger cannot point without pressing.
  '@media (hover: none)': { '& .cell-tool': shown },
  // Cards have room for tools of their own, as large as a finger.
  '& dd .cell-tool': {
    position: 'static',
    flexShrink: 0,
    width: 44,
    height: 44,
    my: '-11px',
    // The sign is smaller than the button around it.
    marginInline: '-8px',
    ...shown,
    bgcolor: 'transparent',
  },
  '& dd .cell-tool ~ .cell-tool': { marginInlineStart: '8px' },
  '@media print': { '& .cell-tool': { display: 'none' } },
}
