import type { SxProps, Theme } from '@mui/material/styles'
import visuallyHidden from '@mui/utils/visuallyHidden'

const icon = (path: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`

const iconMask = (path: string): string => `${icon(path)} center / contain no-repeat`

/** Across, in pixels. */
const size = 20

/** The outline of a sign: a mask is an image, which the browser would look up for each of a hundred buttons. */
const outline = (path: string): string =>
  `path("${path.replace(/-?\d*\.?\d+/g, (length) => ` ${round((Number(length) * size) / 24)}`)}")`

const round = (length: number): number => Math.round(length * 1000) / 1000

const emptyBox = outline(
  'M19 5v14H5V5h14m0-2H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2z',
)
const tickedBox = outline(
  'M19 3H5c-1.11 0-2 .9-2 2v14c0 1.1.89 2 2 2h14c1.11 0 2-.9 2-2V5c0-1.1-.9-2-2-2zm-9 14l-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8l-9 9z',
)
const partlyTickedBox = outline(
  'M19 3H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2zm-2 10H7v-2h10v2z',
)
const dots = outline(
  'M12 8c1.1 0 2-.9 2-2s-.9-2-2-2-2 .9-2 2 .9 2 2 2m0 2c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0 6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2',
)

/**
 * The box and the menu's button of each row, as MUI draws them, of one plain element each: its own components cost more
 * than all else in a row.
 */
const controlStyle = {
  '& :is(.row-box, .row-menu-button)': {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    width: { xs: 44, sm: 32 },
    height: { xs: 44, sm: 32 },
    maxHeight: { sm: 'calc(var(--row-height, 34px) - 2px)' },
    m: 0,
    p: 0,
    border: 0,
    borderRadius: '50%',
    verticalAlign: 'middle',
    color: 'text.secondary',
    background: 'none',
    appearance: 'none',
    cursor: 'pointer',
    '&::before': { content: '""', width: size, height: size, bgcolor: 'currentColor' },
    '&:hover': { bgcolor: 'action.hover' },
  },
  '& .row-box:is(:checked, :indeterminate)': { color: 'primary.main' },
  '& .row-box::before': { clipPath: emptyBox },
  '& .row-box:checked::before': { clipPath: tickedBox },
  '& .row-box:indeterminate::before': { clipPath: partlyTickedBox },
  '& .row-menu-button::before': { clipPath: dots },
}

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
  '& .announcement': visuallyHidden,
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
    '&:focus-visible': { opacity: 1, outline: '2px solid', outlineColor: 'primary.main' },
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
