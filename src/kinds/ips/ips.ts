import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { listOf } from '../listOf.ts'
import { cleanLine } from '../text/text.ts'
import { msg } from '../../texts/msg.ts'

export type IpsField<Options extends FieldOptions<string[]> = FieldOptions<string[]>> = Field<
  'ips',
  string[],
  Options
>

/** A list of IP addresses and CIDR ranges, version 4 and 6. At most 200. */
function ips<const Options extends FieldOptions<string[]>>(
  options = {} as Options,
): IpsField<Options> {
  return { kind: 'ips', options }
}

const message = msg('enter_an_ip_address_or_range_like')

const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const entry = z.string(message).check(
  z.trim(),
  z.toLowerCase(),
  z.refine((text) => range.safeParse(text).success, message),
)

export const ipsKind = defineKind(ips, {
  isList: true,
  column: () => 'text[]',
  schema: listSchema,
  longest: () => 20_000,
  multiline: () => true,
  operators: ['equals', 'empty'],
  sortable: true,
  search: false,
  operand: (text) => cleanLine(text).toLowerCase(),
})

export function listSchema(field: IpsField) {
  return listOf(entry, 200, field)
}
