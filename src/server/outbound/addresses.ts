import { BlockList, isIP } from 'node:net'

/** What is no public address: by IANA's registries of special purposes, and where clouds keep the secrets of machines. */
const special = new BlockList()

const v4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
/** Within 2000::/3, which alone is public: Teredo, 6to4 and documentation. */
const v6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

for (const [ranges, family] of [
  [v4, 'ipv4'],
  [v6, 'ipv6'],
] as const) {
  for (const range of ranges.split(' ')) {
    const [network = '', bits] = range.split('/')
    special.addSubnet(network, Number(bits), family)
  }
}

const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether a call may go to a port of an https address: its own, or one that no other service has by convention. */
export const isCallablePort = (port: string): boolean => port === '' || Number(port) >= 1024

/** Whether an address is one of the public internet. What writes an address of v4 within one of v6 is not. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  if (isIP(plain) === 4) return !special.check(plain, 'ipv4')
  return isIP(plain) === 6 && global.check(plain, 'ipv6') && !special.check(plain, 'ipv6')
}
