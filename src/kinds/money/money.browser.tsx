import type { FieldOf } from '#schema'

import { amountText } from '../../browser/client/i18n/formats.ts'
import type { BrowserKind } from '../kind.browser.ts'

export const moneyBrowser: BrowserKind<FieldOf<'money'>> = {
  editor: 'number',
  align: 'right',
  show: ({ field, value }) => amountText(Number(value), field.options.currency),
}
