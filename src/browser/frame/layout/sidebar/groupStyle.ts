import type { SxProps, Theme } from '@mui/material/styles'

/** Collapsed, a heading is a hairline for the eye and still a heading for a screen reader. */
export const groupStyle = (isExpanded: boolean): SxProps<Theme> => ({
  '& section': { pt: isExpanded ? 1.5 : 0.5 },
  '& ul': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 0.25,
    m: 0,
    p: 0,
    listStyle: 'none',
  },
  '& ul[hidden]': { display: 'none' },
  '& h2.is-said': isExpanded ? { fontSize: 0, p: 0, mt: -0.5, color: 'transparent' } : {},
  '& h2': isExpanded
    ? {
        m: 0,
        px: 1.5,
        '& button': {
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          width: '100%',
          minHeight: { xs: 44, md: 28 },
          px: 1.25,
          border: 0,
          borderRadius: 1.5,
          bgcolor: 'transparent',
          color: 'text.secondary',
          font: 'inherit',
          fontSize: '0.75rem',
          fontWeight: 600,
          textAlign: 'start',
          cursor: 'pointer',
          '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
          '&:focus-visible': { outlineOffset: -2 },
          '& svg': { fontSize: '1rem', transition: 'transform 150ms' },
          '&[aria-expanded=false] svg': { transform: 'rotate(-90deg)' },
        },
      }
    : {
        height: '1px',
        mx: 2.5,
        mb: 0.5,
        overflow: 'hidden',
        bgcolor: 'divider',
        color: 'transparent',
        fontSize: 0,
      },
})
