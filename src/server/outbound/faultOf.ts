import { errors } from 'undici'

import { ForbiddenAddress } from './forbiddenAddress.ts'
import type { OutboundFault } from './outboundCall.ts'

const byCode = new Map<string, OutboundFault>(
  Object.entries({
    dns: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA', 'ESERVFAIL'],
    refused: [
      'ECONNREFUSED',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'EADDRNOTAVAIL',
      'EHOSTDOWN',
      'EACCES',
    ],
    connect_timeout: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
  } satisfies Partial<Record<OutboundFault, string[]>>).flatMap(([fault, codes]) =>
    codes.map((code) => [code, fault as OutboundFault]),
  ),
)

/** Returns what an error of the connection means, and the message for people. */
export function faultOf(
  error: Error,
  { isSecure, wasSent }: { isSecure: boolean; wasSent: boolean },
): [OutboundFault, string] {
  const code = 'code' in error ? String(error.code) : ''
  const message = error.message || code || 'the connection failed'
  if (error instanceof ForbiddenAddress) return ['forbidden_address', message]
  if (error instanceof errors.HeadersOverflowError || code === 'HPE_HEADER_OVERFLOW') {
    return ['too_large', message]
  }
  if (wasSent) return ['lost', message]
  // A header that cannot be written, as with a line break in it.
  if (error instanceof errors.InvalidArgumentError) return ['forbidden_address', message]
  return [byCode.get(code) ?? (isSecure ? 'tls' : 'refused'), message]
}
