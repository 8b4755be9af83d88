import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'
import { cleanLine } from './text.ts'

export type EmailField<Options extends FieldOptions<string> = FieldOptions<string>> = Field<
  'email',
  string,
  Options
>

export function email<const Options extends FieldOptions<string>>(
  options = {} as Options,
): EmailField<Options> {
  return { kind: 'email', options }
}

/** The practical form of RFC 5322, at most 190 characters (product.md 3.3). */
export const emailPattern =
  /^(?=.{3,190}$)(?!\.)(?!.*\.\.)[a-z0-9!#$%&'*+/=?^_`{|}~.\u00a1-\uffff-]{1,64}(?<!\.)@(?:[a-z0-9\u00a1-\uffff](?:[a-z0-9\u00a1-\uffff-]{0,61}[a-z0-9\u00a1-\uffff])?\.)+[a-z0-9\u00a1-\uffff][a-z0-9\u00a1-\uffff-]{0,61}[a-z0-9\u00a1-\uffff]$/

const message = 'Enter an e-mail address like name@example.com'

export const emailKind: Kind<EmailField> = {
  name: 'email',
  column: () => 'text',
  schema: () => z.string().transform(normalise).pipe(z.string().regex(emailPattern, message)),
  operators: ['equals', 'contains', 'empty'],
  sortable: true,
  search: 'fragment',
  operand: (text) => normalise(text),
  importText(text) {
    const address = normalise(text)
    if (!emailPattern.test(address)) throw new ValueError('bad_email', message)
    return address
  },
  exportText: (value) => value,
  mask(value) {
    const [name = '', domain = ''] = value.split('@')
    const ending = domain.slice(domain.lastIndexOf('.'))
    return `${name.slice(0, 1)}•••••@${domain.slice(0, 1)}•••${ending}`
  },
}

const normalise = (text: string) => cleanLine(text).toLowerCase()
