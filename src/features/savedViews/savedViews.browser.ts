import type { Feature } from '../../browser/views/slots.ts'
import { useCurrentView } from './useCurrentView.ts'
import { useOpening } from './useOpening.ts'
import { ViewsButton } from './ViewsButton.tsx'

/** Lists as people like to see them, kept under a name and shared. */
export const savedViews: Feature = {
  listPresets: { useCurrent: useCurrentView, useOpening },
  parts: { listTitle: ViewsButton },
}
