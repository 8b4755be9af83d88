import { dayText } from '../../browser/ui/fields/dates.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const dateBrowser: BrowserKind = {
  editor: 'day',
  show: ({ value }) => <time dateTime={String(value)}>{dayText(String(value))}</time>,
}
