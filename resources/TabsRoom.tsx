import Box from '@mui/material/Box'
import { Suspense, type ReactNode } from 'react'

/** By the width of the screen, in pixels, as MUI takes it. */
type Height = number | { readonly xs: number; readonly sm: number }

interface RoomProps {
  /** Of what comes. */
  height?: Height
  children: ReactNode
}

/** Keeps the room of tabs over a list until they have come, so that the list below them does not move. */
export const TabsRoom = ({ height = 49, children }: RoomProps) => (
  <Suspense fallback={<Box className="tabs-room" sx={{ minHeight: height }} />}>
    {children}
  </Suspense>
)
