import { z } from 'zod'

import type { Field, FieldOptions, Kind } from '../field.ts'
import { checkedEntries } from './list.ts'
import { webAddress } from './url.ts'

export type UrlsField<Options extends FieldOptions<string[]> = FieldOptions<string[]>> = Field<
  'urls',
  string[],
  Options
>

/** A list of web addresses. At most 50. */
export function urls<const Options extends FieldOptions<string[]>>(
  options = {} as Options,
): UrlsField<Options> {
  return { kind: 'urls', options }
}

export const urlsKind: Kind<UrlsField> = {
  name: 'urls',
  column: () => 'text[]',
  schema: () => z.array(webAddress).max(50),
  operators: ['equals', 'empty'],
  sortable: false,
  search: false,
  operand: (text) => text,
  importText: (text) => checkedEntries(text, webAddress),
  exportText: (value) => value.join(' '),
}
