/** A word that brokers use for leads. */
export interface BrokerWord {
  readonly broker_status: string
  /** Sends of leads that have it, up to `seenLimit`. */
  readonly seen: number
  readonly last_seen_at: string | null
}

/** Words are counted no further: above it people want to know that there are many. */
export const seenLimit = 10_000
