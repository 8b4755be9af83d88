import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP } from 'node:net'

import { buildConnector } from 'undici'

import { isPublicAddress } from './addresses.ts'

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A connection that is not made, because of where it would go. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/** Milliseconds that a connection may take at most, whatever a call allows. */
const longestConnect = 15_000

/**
 * Returns what connects to public addresses only: a name is looked up for each connection, and the connection goes to an
 * address of that very answer, which is refused whole when one address of it is not public. `loopback` returns the one
 * origin that needs no check.
 */
export function createConnector(
  loopback: () => string | undefined,
  lookup: Lookup = systemLookup,
): buildConnector.connector {
  const connect = buildConnector({ timeout: longestConnect, lookup: checked(lookup) })
  const connectUnchecked = buildConnector({ timeout: longestConnect })
  return (options, callback) => {
    const { hostname, protocol, host } = options
    if (`${protocol}//${host}` === loopback()) return connectUnchecked(options, callback)
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) && !isPublicAddress(literal)) return callback(forbidden(literal), null)
    return connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      const { remoteAddress = '' } = socket
      if (isPublicAddress(remoteAddress)) return callback(null, socket)
      socket.destroy()
      return callback(forbidden(remoteAddress), null)
    })
  }
}

const forbidden = (address: string) =>
  new ForbiddenAddress(
    `${address || 'an unknown address'} is not an address of the public internet`,
  )

function checked(lookup: Lookup) {
  return (
    hostname: string,
    options: LookupOptions,
    callback: (
      error: NodeJS.ErrnoException | null,
      address: string | LookupAddress[],
      family?: number,
    ) => void,
  ): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const wrong = addresses.find(({ address }) => !isPublicAddress(address))
      if (wrong) return callback(forbidden(wrong.address), [])
      const [first] = addresses
      if (!first) return callback(new Error(`${hostname} has no address`), [])
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
}
