import type { Behavior } from '#server'

import { wakeForCaps } from '../sending/engine/wakeSends.server.ts'
import type { departmentCap } from './departmentCap.ts'

const kind = ['period', 'counts', 'country', 'source'] as const

/** Sends that wait for a place under a cap go on when it is raised, changed or taken away. */
export const departmentCapBehavior: Behavior<typeof departmentCap> = {
  async afterUpdate(record, previous, { sql }) {
    const isSame = kind.every((name) => record[name] === previous[name])
    if (!isSame || record.limit > previous.limit) await wakeForCaps([record.department], sql)
  },

  async afterDelete(previous, { sql }) {
    await wakeForCaps([previous.department], sql)
  },
}
