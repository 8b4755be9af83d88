/** What a send waits for that is not called yet (product.md 4.2, 6.2, 6.4). */
export const waitsFor = {
  job: 'Its job to go on',
  broker: 'Its broker to be active',
  department: 'Its department to be active',
  integration: 'Its integration to be active',
  cap: 'Room under a cap',
  hours: 'The opening of its department',
  company: 'A broker of the same company',
  room: 'Room at the broker',
  retry: 'Its next attempt',
  time: 'The time that was set for it',
  pace: 'Its turn in the pace of its job',
  rate: 'The rate of its integration',
  call: 'A free call of its integration',
} as const

/** What is known of a wait beside what it is for. */
export interface Wait {
  /** When it ends by itself; null where people have to end it, or another call. */
  readonly until: string | null
  /** Since when what it waits for rests. */
  readonly since: string | null
  readonly reason: string | null
  /** How many calls its integration makes at once. */
  readonly calls: number | null
}
