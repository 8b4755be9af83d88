import { ProgressBar } from '../../browser/ui/fields/ProgressBar.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const progressBrowser: BrowserKind = {
  editor: 'number',
  show: ({ value }) => <ProgressBar percent={Number(value)} />,
}
