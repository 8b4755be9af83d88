import { Agent } from 'undici'

import { memoizeByObject } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { isCallablePort } from './addresses.ts'
import { createConnector } from './connector.ts'
import { type Lookup } from './forbiddenAddress.ts'
import { exchange } from './exchange.ts'
import type { OutboundAnswer, OutboundCall } from './outboundCall.ts'

type Outbound = (call: OutboundCall, signal?: AbortSignal) => Promise<OutboundAnswer>

/** A connection that has rested longer may be gone at the other side, and what is sent on it would be in doubt. */
const keepAliveTimeout = 1_000

/** Returns what makes calls; `settings` are read anew for each connection. */
export function createOutbound(
  settings: { readonly outboundLoopback?: string | undefined },
  lookup?: Lookup,
): Outbound {
  const agent = new Agent({
    connect: createConnector(() => settings.outboundLoopback, lookup),
    keepAliveTimeout,
    keepAliveMaxTimeout: keepAliveTimeout,
    // The time of a call is counted as a whole.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
  })
  return (call, signal) => {
    const problem = problemOf(call.url, settings.outboundLoopback)
    if (!problem) return exchange(agent, call, signal)
    return Promise.resolve({
      kind: 'fault',
      fault: 'forbidden_address',
      wasSent: false,
      ms: 0,
      message: problem,
    })
  }
}

function problemOf(url: string, loopback: string | undefined): string | undefined {
  if (!URL.canParse(url)) return 'this is no address'
  const { protocol, username, password, origin, port } = new URL(url)
  if (username || password) return 'an address holds no name and no password'
  if (origin === loopback) return undefined
  if (protocol !== 'https:') return 'an address begins with https'
  return isCallablePort(port) ? undefined : 'this port belongs to another service'
}

const outboundOf = memoizeByObject((config: Backend['config']) => createOutbound(config))

/**
 * Calls another server: https only, on public addresses only, through no proxy. Never throws for what the other side does.
 * An aborted signal ends it as `lost`.
 */
export function callOut(
  { config }: Pick<Backend, 'config'>,
  call: OutboundCall,
  signal?: AbortSignal,
): Promise<OutboundAnswer> {
  return outboundOf(config)(call, signal)
}
