import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { listOf } from '../listOf.ts'
import { cleanLine } from '../text/text.ts'
import { isWebAddress, longest, message } from '../url/url.ts'

export type UrlsField<Options extends FieldOptions<string[]> = FieldOptions<string[]>> = Field<
  'urls',
  string[],
  Options
>

/** A list of web addresses. At most 50. */
function urls<const Options extends FieldOptions<string[]>>(
  options = {} as Options,
): UrlsField<Options> {
  return { kind: 'urls', options }
}

/** Commas and semicolons may stand in an address; at its end they only part it from the next. */
const entry = z.string(message).check(
  z.trim(),
  z.overwrite((text) => text.replace(/[,;]{1,9}$/, '')),
  z.refine(isWebAddress, message),
)

export const urlsKind = defineKind(urls, {
  isList: true,
  column: () => 'text[]',
  schema: listSchema,
  longest: () => 50 * longest,
  multiline: () => true,
  operators: ['equals', 'empty'],
  sortable: true,
  search: false,
  operand: cleanLine,
})

export function listSchema(field: UrlsField) {
  return listOf(entry, 50, field)
}
