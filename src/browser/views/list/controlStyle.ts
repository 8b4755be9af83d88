const icon = (path: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`

export const iconMask = (path: string): string => `${icon(path)} center / contain no-repeat`

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
export const controlStyle = {
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
