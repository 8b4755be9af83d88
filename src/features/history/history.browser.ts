import { lazyPart } from '../../browser/ui/states/lazyPart.tsx'
import type { Feature } from '../../browser/views/slots.ts'

const load = () => import('./HistorySection.tsx')

/** What changed on a record, and the way back to how it was. */
export const history: Feature = {
  reverting: {
    Button: lazyPart(async () => (await import('./RevertButton.tsx')).RevertButton),
  },
  parts: {
    showSection: lazyPart(async () => (await load()).HistorySection),
    showTab: [
      {
        name: 'timeline',
        isFor: ({ showTabs, view }) => showTabs === true && !view,
        Label: lazyPart(async () => (await load()).TimelineLabel),
        Content: lazyPart(async () => (await import('./RecordHistory.tsx')).RecordHistory),
      },
    ],
  },
}
