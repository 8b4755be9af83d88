import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { firstCharacter } from '../text/text.ts'
import { cleanLine } from '../take.ts'
import { msg } from '../../texts/msg.ts'

/** The practical form of RFC 5322 in lower case, at most 190 characters, the domain in ASCII. */
export const emailPattern =
  /^(?=.{3,190}$)(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/u

export const message = msg('enter_an_e_mail_address_like_name')

/** An e-mail address in lower case, an international domain in ASCII. */
export const emailKind = defineKind(plainField<'email', string>('email'), {
  column: () => 'text',
  schema: () => z.string(message).check(z.overwrite(normalise), z.regex(emailPattern, message)),
  format: 'idn-email',
  longest: () => 400,
  operators: ['equals', 'contains', 'empty'],
  search: 'fragment',
  hasForm: true,
  looksLike: (text) => emailPattern.test(normalise(text)),
  operand: (text) => normalise(text),
  mask(value) {
    const [name = '', domain = ''] = value.split('@')
    const ending = domain.slice(domain.lastIndexOf('.'))
    return `${firstCharacter(name)}•••••@${firstCharacter(domain)}•••${ending}`
  },
})

const foreign = /[^ -~]/
const domainPattern = /@([\p{L}\p{M}\p{N}.-]+)$/u

/** Trimmed, in lower case, an international domain in ASCII. */
export function normalise(text: string): string {
  const address = cleanLine(text.toLowerCase())
  if (!foreign.test(address)) return address
  const [, domain = ''] = domainPattern.exec(address) ?? []
  const url = `http://${domain}`
  if (!foreign.test(domain) || !URL.canParse(url)) return address
  return `${address.slice(0, -domain.length)}${new URL(url).hostname}`
}
