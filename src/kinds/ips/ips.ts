import * as z from 'zod/mini'

import { textsKind } from '../parts/texts.ts'
import { cleanLine } from '../take.ts'
import { msg } from '../../texts/msg.ts'

const message = msg('enter_an_ip_address_or_range_like')

const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** A list of IP addresses and CIDR ranges, version 4 and 6. At most 200. */
export const ipsKind = textsKind({
  name: 'ips',
  entry: z.string(message).check(
    z.trim(),
    z.toLowerCase(),
    z.refine((text) => range.safeParse(text).success, message),
  ),
  max: 200,
  longest: 20_000,
  operand: (text) => cleanLine(text).toLowerCase(),
})
