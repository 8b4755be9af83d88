import Box from '@mui/material/Box'
import { Suspense, type ReactNode } from 'react'

interface RoomyCellProps {
  children: ReactNode
  /** Whether a small second line will come. */
  hasMore?: boolean
}

/** A cell as wide as its words in a list, and as high, which come after the rows. */
export const RoomyCell = ({ children, hasMore = false }: RoomyCellProps) => (
  <Box component="span" sx={style}>
    <Suspense fallback={hasMore && twoLines}>{children}</Suspense>
  </Box>
)

const style = { display: 'inline-block', maxWidth: '100%', 'td &': { minWidth: 104 } }

const twoLines = (
  <>
    &nbsp;
    <Box component="span" sx={{ display: 'block', fontSize: '0.75rem' }}>
      &nbsp;
    </Box>
  </>
)
