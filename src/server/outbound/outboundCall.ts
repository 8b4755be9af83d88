export interface OutboundCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | null
  /** Milliseconds until the connection stands, name and certificate included. */
  readonly connectMs: number
  /** Milliseconds until the whole answer is read. */
  readonly totalMs: number
  /** Most bytes of the answer that are read, unpacked; 1 MB unless given. */
  readonly maxBytes?: number
}

export type OutboundFault =
  | 'dns'
  | 'refused'
  | 'tls'
  | 'connect_timeout'
  | 'read_timeout'
  | 'lost'
  | 'forbidden_address'
  | 'redirect'
  | 'too_large'

/**
 * What became of a call. Redirects are never followed: 301, 307 and 308 are a fault, for nothing was done there; 302 and 303
 * may follow what was done, and are answers with their body. `too_large` is an answer whose headers have no end.
 */
export type OutboundAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      /** By their names in lower case. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      /** Whether the body is not whole: larger than what is read, or packed so that it cannot be read. */
      readonly isTruncated: boolean
      readonly ms: number
    }
  | {
      readonly kind: 'fault'
      readonly fault: OutboundFault
      /** Whether the body may have reached the other side. */
      readonly wasSent: boolean
      readonly status?: number
      readonly ms: number
      readonly message: string
    }
