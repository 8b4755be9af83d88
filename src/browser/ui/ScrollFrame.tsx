import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { markScroll, scrollShade } from './scrollMarks.ts'

/** Holds a table that may be wider than its place. The first head of each row stays, and shadows tell where there is more. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => (frame.current ? markScroll(frame.current) : undefined), [])
  return (
    <Box sx={shaded}>
      <Box ref={frame} role="region" aria-label={label} tabIndex={0} sx={scrolled}>
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
    width: 16,
    '--turn': '270deg',
  },
  '&:has(> [data-scrolled~=end])::after': { opacity: 1 },
  '[dir=rtl] &::after': { '--turn': '90deg' },
})

const scrolled = (theme: Theme) => ({
  overflowX: 'auto',
  // Lines that cells share are painted below the head that stays.
  '& table': { borderCollapse: 'separate' },
  '& tr > th:first-of-type': {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
  },
  '& tr > th:first-of-type::after': {
    ...scrollShade(theme.palette.mode),
    insetInlineStart: '100%',
    '--turn': '90deg',
  },
  '[dir=rtl] & tr > th:first-of-type::after': { '--turn': '270deg' },
  '&[data-scrolled~=start] tr > th:first-of-type::after': { opacity: 1 },
})
