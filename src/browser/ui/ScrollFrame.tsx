import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { markScroll, scrollShade } from './scrollMarks.ts'

interface ScrollFrameProps {
  label: string
  /** In pixels. A table that is higher scrolls under its head, if that is sticky. */
  maxHeight?: number
  children: ReactNode
}

/** Holds a table that may be wider than its place. The first head of each row stays, and shadows tell where there is more. */
export function ScrollFrame({ label, maxHeight, children }: ScrollFrameProps) {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => (frame.current ? markScroll(frame.current) : undefined), [])
  return (
    <Box sx={shaded}>
      <Box
        ref={frame}
        role="region"
        aria-label={label}
        tabIndex={0}
        style={{ maxHeight }}
        sx={scrolled}
      >
        {children}
      </Box>
    </Box>
  )
}

const shaded = (theme: Theme) => ({
  position: 'relative',
  '&::after': {
    ...scrollShade(theme.palette.mode),
    insetInlineEnd: 0,
    // Over heads that stay.
    zIndex: 4,
    width: 16,
    '--turn': '270deg',
  },
  '&:has(> [data-scrolled~=end])::after': { opacity: 1 },
  '[dir=rtl] &::after': { '--turn': '90deg' },
})

/** A table that has heads above its columns only has none that stay. */
const rowHead = 'table:has(tbody th) tr > th:first-of-type'

const scrolled = (theme: Theme) => ({
  overflow: 'auto',
  // Lines that cells share are painted below the head that stays.
  '& table': { borderCollapse: 'separate' },
  [`& ${rowHead}`]: {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
  },
  [`& ${rowHead.replace('tr', 'thead tr')}`]: { zIndex: 3 },
  [`& ${rowHead}::after`]: {
    ...scrollShade(theme.palette.mode),
    insetInlineStart: '100%',
    '--turn': '90deg',
  },
  [`[dir=rtl] & ${rowHead}::after`]: { '--turn': '270deg' },
  [`&[data-scrolled~=start] ${rowHead}::after`]: { opacity: 1 },
})
