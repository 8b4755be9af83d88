import Box from '@mui/material/Box'
import { Suspense, type ReactNode } from 'react'

/** A cell as wide as its words in a list, which come after the rows. */
export const RoomyCell = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={style}>
    <Suspense>{children}</Suspense>
  </Box>
)

const style = { display: 'inline-block', 'td &': { minWidth: 104 } }
