import { Moment } from '../../browser/ui/fields/Moment.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const timestampBrowser: BrowserKind = {
  editor: 'day',
  show: ({ value }) => <Moment value={String(value)} />,
}
