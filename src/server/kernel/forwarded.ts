import type { FastifyInstance, FastifyRequest } from 'fastify'

/** An address as some proxies write it, with its port: `192.0.2.1:5555`, `[2001:db8::1]:5555`. Returns it without. */
export const withoutPort = (address: string): string =>
  address
    .trim()
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')

/**
 * Reads the addresses in `X-Forwarded-For` without their ports, and says once in the log when the header comes from
 * somebody who is not in TRUSTED_PROXIES: behind such a proxy everybody counts as one address.
 */
export function readForwarded(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw
    const { 'x-forwarded-for': given } = headers
    if (given === undefined) return
    headers['x-forwarded-for'] = [given].flat().join(',').split(',').map(withoutPort).join(', ')
    if (isSaid || isTrusted(request)) return
    isSaid = true
    const peer = request.socket.remoteAddress ?? ''
    request.log.warn(
      `X-Forwarded-For comes from ${peer}, which is not in TRUSTED_PROXIES: everybody behind it counts as one ` +
        `address. If it is your proxy, set TRUSTED_PROXIES=${peer}.`,
    )
  })
}

/** Of a trusted peer the next address is read too. */
const isTrusted = ({ ips }: FastifyRequest) => (ips?.length ?? 0) > 1
