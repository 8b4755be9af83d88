import { lazy } from 'react'

import type { Feature } from '../../browser/views/slots.ts'

const load = () => import('./HistorySection.tsx')

/** What changed on a record, and the way back to how it was. */
export const history: Feature = {
  reverting: {
    Button: lazy(async () => ({ default: (await import('./RevertButton.tsx')).RevertButton })),
  },
  parts: {
    showSection: lazy(async () => ({ default: (await load()).HistorySection })),
    showTab: [
      {
        name: 'timeline',
        isFor: ({ showTabs, view }) => showTabs === true && !view,
        Label: lazy(async () => ({ default: (await load()).TimelineLabel })),
        Content: lazy(async () => ({
          default: (await import('./RecordHistory.tsx')).RecordHistory,
        })),
      },
    ],
  },
}
