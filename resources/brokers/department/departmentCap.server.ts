import type { Behavior } from '#server'

import { countTaken } from '../../sending/engine/caps/countTaken.server.ts'
import { wakeForCaps } from '../../sending/engine/wakeSends.server.ts'
import type { departmentCap } from './departmentCap.ts'

const kind = ['period', 'counts', 'country', 'source'] as const

/** Caps count from the start of their period; sends that wait for a place go on when one is raised, changed or taken away. */
export const departmentCapBehavior: Behavior<typeof departmentCap> = {
  afterCreate: ({ department }, { sql }) => countTaken([department], sql),

  async afterUpdate(record, previous, { sql }) {
    const isSame = kind.every((name) => record[name] === previous[name])
    if (!isSame) await countTaken([record.department], sql)
    if (!isSame || record.limit > previous.limit) await wakeForCaps([record.department], sql)
  },

  async afterDelete(previous, { sql }) {
    await wakeForCaps([previous.department], sql)
  },
}
