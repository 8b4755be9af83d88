import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** How something stands now, said in the head of its page: one item beside the other, each an `<li>`. */
export function Standing({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="ul" aria-label={label} sx={style}>
      {children}
    </Box>
  )
}

const style = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
}
