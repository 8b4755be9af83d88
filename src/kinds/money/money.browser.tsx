import type { FieldOf } from '#schema'

import { amountText } from '../../browser/client/i18n/formats.ts'
import type { BrowserKind } from '../kind.browser.ts'
import { isCode } from './money.ts'

export const moneyBrowser: BrowserKind<FieldOf<'money'>> = {
  editor: 'number',
  align: 'right',
  show({ field, value, record }) {
    const { currency = '', decimals } = field.options
    const code = isCode(currency) ? currency : String(record[currency] ?? '').toUpperCase()
    return amountText(Number(value), isCode(code) ? code : '', decimals)
  },
}

export const decimalBrowser: BrowserKind<FieldOf<'decimal'>> = {
  editor: 'number',
  align: 'right',
  direction: 'ltr',
  show: ({ field, value }) => amountText(Number(value), '', field.options.digits),
}
