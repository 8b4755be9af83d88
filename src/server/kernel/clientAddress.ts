import { isIPv4, isIPv6 } from 'node:net'

import type { FastifyRequest } from 'fastify'

/** An address as some proxies write it, with its port: `192.0.2.1:5555`, `[2001:db8::1]:5555`. Returns it without. */
export const withoutPort = (address: string): string =>
  address
    .trim()
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')

/** What one person can hardly leave: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressBlock(ip: string): string {
  const plain = withoutPort(ip)
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const { hostname } = new URL(`http://[${plain}]`)
  const [start = '', end = ''] = hostname.slice(1, -1).split('::')
  const first = start.split(':').filter(Boolean)
  const last = end.split(':').filter(Boolean)
  const zeros = hostname.includes('::') ? 8 - first.length - last.length : 0
  return [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4).join(':')
}

const warned = new WeakSet<FastifyRequest['server']>()

/**
 * Reads the addresses in `X-Forwarded-For` without their ports, and says once in the log when the header comes from
 * somebody who is not in TRUSTED_PROXIES: behind such a proxy everybody counts as one address.
 */
export function readForwarded(request: FastifyRequest): void {
  const { headers } = request.raw
  const given = [headers['x-forwarded-for'] ?? []].flat()
  headers['x-forwarded-for'] = given.join(',').split(',').map(withoutPort).join(', ')
  // Of a trusted peer the next address is read too.
  const isTrusted = (request.ips?.length ?? 0) > 1
  if (isTrusted || warned.has(request.server)) return
  warned.add(request.server)
  const peer = request.socket.remoteAddress ?? ''
  request.log.warn(
    `X-Forwarded-For comes from ${peer}, which is not in TRUSTED_PROXIES: everybody behind it counts as one ` +
      `address. If it is your proxy, set TRUSTED_PROXIES=${peer}.`,
  )
}
