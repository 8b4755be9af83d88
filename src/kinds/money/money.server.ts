import type { ServerKind } from '../kind.server.ts'
import { exactNumber, type Exact } from '../parts/exact.ts'
import { exactOf, type MoneyField } from './money.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/serverMsg.ts'

export const moneyServer: ServerKind<MoneyField> = {
  exportText: (value, field) => value.toFixed(exactOf(field).digits),
  importText: (text, field, { decimalSign }) =>
    writtenNumber(text, decimalSign, exactOf(field, decimalSign)),
}

/** A number of a file: a currency on either side, groups of two (as in India) or three digits. Throws ValueError. */
export function writtenNumber(text: string, decimalSign: '.' | ',', exact: Exact): number {
  const { digits, message, min } = exact
  const [, minus = '', plain = ''] = /^([-\u2212]?)\s?(.*)$/s.exec(text.trim()) ?? []
  const [, whole, , cents] = pattern(decimalSign, digits).exec(plain) ?? []
  if (!whole || (minus && min >= 0)) throw new ValueError('bad_number', message)
  if (cents && digits < 3 && maybeThousands.test(text)) {
    throw new ValueError('bad_number', ambiguous)
  }
  const sign = minus && '-'
  return exactNumber(`${sign}${whole.replace(/\D/g, '')}${cents ? `.${cents}` : ''}`, exact)
}

/** 1.000 is one where the point begins the cents, and a thousand to those who part groups with it. */
const maybeThousands = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/
const ambiguous = msg('three_digits_after_the_decimal_sign_write')

const patterns = new Map<string, RegExp>()

function pattern(decimalSign: '.' | ',', digits: number): RegExp {
  const key = `${decimalSign}${digits}`
  const made = patterns.get(key) ?? makePattern(decimalSign, digits)
  patterns.set(key, made)
  return made
}

function makePattern(decimalSign: '.' | ',', digits: number): RegExp {
  const [comma, point] = decimalSign === '.' ? [',', '[.]'] : ['.', ',']
  const currency = String.raw`(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})?`
  const grouped = String.raw`\d{1,3}([${comma} \u00a0\u202f'’])(?:\d{2,3}\2)*\d{3}`
  const cents = digits > 0 ? String.raw`(?:${point}(\d{1,${digits}})0*)?` : `(?:${point}()0+)?`
  return new RegExp(String.raw`^${currency}\s?(${grouped}|\d{1,15})${cents}\s?${currency}$`, 'u')
}
