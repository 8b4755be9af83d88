import { z } from 'zod'

import type { Field, FieldOptions, Kind } from '../field.ts'
import { checkedEntries } from './list.ts'

export type IpsField<Options extends FieldOptions<string[]> = FieldOptions<string[]>> = Field<
  'ips',
  string[],
  Options
>

/** A list of IP addresses and CIDR ranges, version 4 and 6. At most 200. */
export function ips<const Options extends FieldOptions<string[]>>(
  options = {} as Options,
): IpsField<Options> {
  return { kind: 'ips', options }
}

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Enter an IP address or range, like 203.0.113.7 or 203.0.113.0/24',
})

export const ipsKind: Kind<IpsField> = {
  name: 'ips',
  column: () => 'text[]',
  schema: () => z.array(address).max(200),
  operators: ['equals', 'empty'],
  sortable: false,
  search: false,
  operand: (text) => text,
  importText: (text) => checkedEntries(text, address),
  exportText: (value) => value.join(' '),
}
