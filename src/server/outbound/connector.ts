import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'

import { buildConnector } from 'undici'

import { isPublicAddress } from './addresses.ts'
import { type Lookup, forbidden, checked } from './forbiddenAddress.ts'

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
