/**
 * What kept the database from doing a statement that was in order: its server or the connection is gone
 * (`unreachable`), another transaction was in the way (`conflict`), it took longer than it may (`timeout`), disk, memory or
 * connections are used up (`full`), or it takes no changes (`readonly`), as one that stands by for another.
 */
export type Fault = 'unreachable' | 'conflict' | 'timeout' | 'full' | 'readonly'

/**
 * Returns the fault of the database behind an error, or undefined when the error is about the statement, its values or
 * something else: the same work may succeed after a fault, and never after another error.
 */
export function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const cause = error.cause === error ? undefined : error.cause
  return faultOfCode(code) ?? faultOfMessage(error.message) ?? faultOf(cause)
}

/** Whether a fault of the kind `timeout` was not told by the database, which may have done the work. */
export const isUnanswered = ({ message }: Error) => message === readTimeout

const readTimeout = 'Query read timeout'

/** Whether a fault of the kind `full` is about the disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isFull = 'code' in error && (error.code === '53100' || error.code === 'ENOSPC')
  return isFull || error.message.includes(noSpace) || isDiskFull(error.cause)
}

const noSpace = 'No space left on device'

/** The SQLSTATE of PostgreSQL has five characters; the codes of Node's sockets and files begin with E. */
function faultOfCode(code: string): Fault | undefined {
  if (/^(?:08...|57P0[1-5]|25P0[34])$/.test(code) || socketCodes.has(code)) return 'unreachable'
  if (/^(?:40001|40P01|55P03)$/.test(code)) return 'conflict'
  if (code === '57014') return 'timeout'
  if (/^53...$/.test(code) || code === 'ENOSPC') return 'full'
  if (code === '25006') return 'readonly'
  return undefined
}

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** The errors of `pg` about its connections, and some of the embedded database, have no code. */
function faultOfMessage(message: string): Fault | undefined {
  const text = message.slice(0, 300)
  if (text.includes(noSpace)) return 'full'
  if (text === readTimeout) return 'timeout'
  return lostConnections.some((one) => text.startsWith(one)) ? 'unreachable' : undefined
}

const lostConnections = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'The embedded database stopped',
]
