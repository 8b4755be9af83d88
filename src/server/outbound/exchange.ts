import type { Dispatcher } from 'undici'

import { acceptedEncodings, readBody } from './answerBody.ts'
import { faultOf } from './faultOf.ts'
import type { OutboundAnswer, OutboundCall, OutboundFault } from './outboundCall.ts'

const defaultBytes = 1024 * 1024
/** Nothing was done where these were answered. */
const redirects: ReadonlySet<number> = new Set([301, 307, 308])

/** One request and its answer. */
export function exchange(
  agent: Dispatcher,
  { method, url, headers, body, connectMs, totalMs, maxBytes = defaultBytes }: OutboundCall,
  signal?: AbortSignal,
): Promise<OutboundAnswer> {
  const { origin, pathname, search } = new URL(url)
  const begun = performance.now()
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false
    let status: number | undefined
    const received: Record<string, string> = {}
    const chunks: Buffer[] = []
    let size = 0

    const ms = () => Math.round(performance.now() - begun)

    function end(): boolean {
      if (isOver) return false
      isOver = true
      clearTimeout(connecting)
      clearTimeout(whole)
      signal?.removeEventListener('abort', onAbort)
      return true
    }

    function fail(fault: OutboundFault, message: string): void {
      if (!end()) return
      const wasSent = controller !== undefined
      const known = status === undefined ? {} : { status }
      resolve({ kind: 'fault', fault, wasSent, ...known, ms: ms(), message })
      controller?.abort(new Error(message))
    }

    function succeed(isCut: boolean): void {
      if (status === undefined || !end()) return
      const head = { kind: 'answer', status, headers: received, ms: ms() } as const
      if (isCut) controller?.abort(new Error('the answer is longer than what is read'))
      const content = Buffer.concat(chunks).subarray(0, maxBytes)
      void readBody(content, received, { maxBytes, isCut }).then((read) =>
        resolve({ ...head, ...read }),
      )
    }

    const late = (limit: number) => `no answer within ${limit / 1_000} s`
    const onAbort = () => fail('lost', 'the call was given up')
    const connecting = setTimeout(() => {
      if (!controller) fail('connect_timeout', `no connection within ${connectMs / 1_000} s`)
    }, connectMs)
    const whole = setTimeout(
      () => fail(controller ? 'read_timeout' : 'connect_timeout', late(totalMs)),
      totalMs,
    )
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)

    agent.dispatch(
      {
        origin,
        path: pathname + search,
        method: method as Dispatcher.HttpMethod,
        headers: { 'accept-encoding': acceptedEncodings, ...headers },
        body: body ?? null,
      },
      {
        /** Before the first byte is written: what is aborted here does not leave. */
        onRequestStart(started) {
          if (isOver) return started.abort(new Error('the call was given up'))
          controller = started
          return undefined
        },
        onResponseStart(_, code, incoming) {
          status = code
          for (const [name, value] of Object.entries(incoming)) {
            received[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
          }
          if (redirects.has(code)) fail('redirect', `HTTP ${code}`)
        },
        onResponseData(_, chunk) {
          if (isOver) return
          chunks.push(chunk)
          size += chunk.length
          if (size > maxBytes) succeed(true)
        },
        onResponseEnd: () => succeed(false),
        onResponseError: (_, error) =>
          fail(
            ...faultOf(error, { isSecure: url.startsWith('https'), wasSent: Boolean(controller) }),
          ),
      },
    )
    return undefined
  })
}
