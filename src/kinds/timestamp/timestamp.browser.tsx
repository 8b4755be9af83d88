import { Moment } from '../../browser/ui/fields/dates/dates.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const timestampBrowser: BrowserKind = {
  editor: 'day',
  show: ({ value, full }) => <Moment value={String(value)} ago={full} />,
}
