import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'

export type UrlField<Options extends FieldOptions<string> = FieldOptions<string>> = Field<
  'url',
  string,
  Options
>

export function url<const Options extends FieldOptions<string>>(
  options = {} as Options,
): UrlField<Options> {
  return { kind: 'url', options }
}

const message = 'Enter an address that begins with https:// or http://'

/** A web address: http or https, with a host, without a name or password in it. */
export function isWebAddress(text: string): boolean {
  if (text.length > 2000 || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && hostname !== '' && username === '' && password === ''
}

export const webAddress = z.string().trim().refine(isWebAddress, message)

export const urlKind: Kind<UrlField> = {
  name: 'url',
  column: () => 'text',
  schema: () => webAddress,
  operators: ['equals', 'contains', 'empty'],
  sortable: true,
  search: 'fragment',
  operand: (text) => text,
  importText(text) {
    if (!isWebAddress(text.trim())) throw new ValueError('bad_url', message)
    return text.trim()
  },
  exportText: (value) => value,
}
