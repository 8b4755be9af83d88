import { BlockList, isIP } from 'node:net'

/** Whether an address is one of those that are named one by one or as ranges (`203.0.113.0/24`), of v4 and v6. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const plain = plainAddress(address)
  const version = isIP(plain)
  if (version === 0) return false
  const list = new BlockList()
  for (const range of ranges) add(list, range, version)
  return list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

/** An address of v4 that is written within one of v6 is that of v4. */
const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

/** Bits of v6 before an address of v4 that is written within one. */
const bitsBeforeV4 = 96

function add(list: BlockList, range: string, version: number): void {
  const [network = '', bits] = range.split('/')
  const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
  if (isIP(network) === 0) return
  // `::/0` lets in all of v6, and nobody of v4: who means both says both.
  if (version === 4 && family === 'ipv6' && Number(bits ?? 128) < bitsBeforeV4) return
  if (bits === undefined) list.addAddress(network, family)
  else list.addSubnet(network, Number(bits), family)
}
