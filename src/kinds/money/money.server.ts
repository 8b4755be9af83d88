import { plainColumn, type ServerKind } from '../kind.server.ts'
import { amount, message, type MoneyField } from './money.ts'
import { ValueError } from '../kind.ts'
import { msg } from '../../texts/msg.ts'

export const moneyServer: ServerKind<MoneyField> = {
  ...plainColumn,
  exportText: (value) => value.toFixed(2),
  importText(text, _field, { decimalSign }) {
    const [, whole, , cents] = written[decimalSign].exec(text.trim()) ?? []
    if (!whole) throw new ValueError('bad_number', message)
    if (cents && maybeThousands.test(text)) throw new ValueError('bad_number', ambiguous)
    return amount(`${whole.replace(/\D/g, '')}${cents ? `.${cents}` : ''}`)
  },
}

/** 1.000 is one where the point begins the cents, and a thousand to those who part groups with it. */
const maybeThousands = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/
const ambiguous = msg('three_digits_after_the_decimal_sign_write')

/** An amount in a file: a currency on either side, groups of two (as in India) or three digits, cents. */
const written = { '.': pattern(',', '[.]'), ',': pattern('.', ',') } as const

function pattern(comma: string, point: string): RegExp {
  const currency = String.raw`(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})?`
  const grouped = String.raw`\d{1,3}([${comma} \u00a0\u202f'’])(?:\d{2,3}\2)*\d{3}`
  const cents = String.raw`(?:${point}(\d{1,2})0*)?`
  return new RegExp(String.raw`^${currency}\s?(${grouped}|\d{1,10})${cents}\s?${currency}$`, 'u')
}
