import { lazy } from 'react'

import type { Feature } from '../../browser/views/slots.ts'

const HistorySection = lazy(async () => ({
  default: (await import('./HistorySection.tsx')).HistorySection,
}))

/** What changed on a record, and the way back to how it was. */
export const history: Feature = { parts: { showSection: HistorySection } }
