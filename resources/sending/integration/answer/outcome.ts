/**
 * What a call that is to be made again leaves open. `arrived`: the lead has come to the broker, or to what stands before it.
 * `taken`: it may have been accepted, and is called again only since that is safe.
 */
export type Doubt = 'arrived' | 'taken'

/** What became of a call (product.md 4.2). */
export interface Outcome {
  readonly outcome:
    | 'success'
    | 'duplicate'
    | 'rejected'
    | 'capacity'
    | 'auth'
    | 'retry'
    | 'unknown'
    | 'failed'
  readonly failure_status?: string
  /** The broker's words, without what could be a contact; or a message of ours. */
  readonly message?: string
  /** The row that matched, counted from 1. */
  readonly rule?: number
  readonly api_lead_id?: string
  readonly link?: string
  readonly broker_status?: string
  readonly price?: string
  readonly retryAfterSeconds?: number
  readonly doubt?: Doubt
}
