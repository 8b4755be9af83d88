/** A department that came into question for a send, and why it was passed over; the most wanted stand first. */
export interface Weighed {
  readonly department: number
  /** A failure status; without one it could take the lead. */
  readonly reason?: string
  /** What the reason leaves open. */
  readonly message?: string
}
