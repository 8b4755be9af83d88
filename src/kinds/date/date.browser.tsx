import { dayText } from '../../browser/ui/fields/dates/dates.tsx'
import { isClear } from '../parts/contact.browser.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const dateBrowser: BrowserKind = {
  editor: 'day',
  show({ value }) {
    const day = String(value)
    return isClear(day) ? <time dateTime={day}>{dayText(day)}</time> : day
  },
}
