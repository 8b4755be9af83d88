import Box, { type BoxProps } from '@mui/material/Box'
import type { ReactNode } from 'react'

interface CountBadgeProps extends Pick<BoxProps, 'aria-hidden'> {
  /** Nothing is shown of 0. */
  count: number | string
  children: ReactNode
}

/** An icon with a count at its corner. */
export function CountBadge({ count, children, ...aria }: CountBadgeProps) {
  return (
    <Box component="span" {...aria} sx={{ position: 'relative', display: 'inline-flex' }}>
      {children}
      {count !== 0 && (
        <Box component="span" sx={countStyle}>
          {count}
        </Box>
      )}
    </Box>
  )
}

const countStyle = {
  position: 'absolute',
  top: -9,
  insetInlineEnd: -9,
  minWidth: 20,
  height: 20,
  px: 0.75,
  borderRadius: '10px',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  fontSize: '0.75rem',
  fontWeight: 500,
  lineHeight: '20px',
  textAlign: 'center',
  zIndex: 1,
} as const
