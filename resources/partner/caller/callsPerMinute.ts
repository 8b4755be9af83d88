import type { Partner } from './partner.server.ts'

const ofMost = 60
/** Of departments that send a lot. */
const ofMany = 600

/** The calls that a department may make in a minute (product.md 8.1). */
export const callsPerMinute = ({ send_a_lot }: Pick<Partner, 'send_a_lot'>): number =>
  send_a_lot ? ofMany : ofMost
