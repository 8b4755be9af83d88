import type { Behavior } from '#server'

import { weekOf } from '../../brokers/department/departmentNumbers.server.ts'
import { refuseDeposits } from '../neverDeposit.server.ts'
import type { source } from './source.ts'

/** What has been counted for `d` in the last seven days, today included. */
const counted = (sum: string) => `coalesce((
  select sum(s.value) from statistics s
  where s.name = '${sum}=' || d.id || '/day' and s.at > date_trunc('day', now()) - interval '7 days'
), 0)`

const leads = counted('leads_by_source')
const failed = counted('failed_leads_by_source')

export const sourceBehavior: Behavior<typeof source> = {
  derived: {
    leads_week: leads,
    failed_share: `round(100.0 * ${failed} / nullif(${failed} + ${leads}, 0), 1)`,
    ...weekOf('s.source = d.id'),
  },

  async beforeCreate(input, context) {
    await refuseDeposits(firstOf(input), context, 'default_status')
    return input
  },

  async beforeUpdate(changes, _record, context) {
    await refuseDeposits(firstOf(changes), context, 'default_status')
    return changes
  },
}

/** The status with which leads of a source begin, where it says one. */
const firstOf = ({ default_status: first }: { default_status?: number | null | undefined }) =>
  first ? [first] : []
