import { invalid, type Behavior } from '#server'

import { answerTestLeads } from './drawStatus.server.ts'
import { drawsOf } from './setDrawn.server.ts'
import { draw } from './drawRules.server.ts'
import { sourceRandomStatus, sourceRandomStatusRow } from './sourceRandomStatus.ts'
import { refuseDeposits } from '../neverDeposit.server.ts'
import { status } from '../status.ts'
import { msg } from '../../msg.server.ts'

/** What the preview draws. */
const draws = 100

export const sourceRandomStatusBehavior: Behavior<typeof sourceRandomStatus> = {
  derived: {
    drawn: `coalesce((
      select sum(s.value)::integer from statistics s where s.name = '${drawsOf('')}' || d.id || '/day'
    ), 0)`,
  },

  prepare(values, previous) {
    const { use } = { ...previous, ...values }
    if (use === 'test_answers') return values
    if (values.delay_min || values.delay_max) {
      throw invalid({ delay_min: [msg('only_test_answers_are_delayed')] })
    }
    return { ...values, delay_min: null, delay_max: null }
  },

  // Lines that are given are checked one by one; those that stay must fit the new use too.
  async beforeUpdate(changes, { id }, context) {
    if (changes.use !== 'initial_status' || changes.rows) return changes
    const rows = await context.records(sourceRandomStatusRow).find({ rule: id })
    const statuses = rows.map((row) => row.status)
    await refuseDeposits(statuses, context, 'rows')
    return changes
  },

  actions: {
    async draw({ records: [rule] }, { records }) {
      const rows = rule ? await records(sourceRandomStatusRow).find({ rule: rule.id }) : []
      const counts = new Map<number, number>()
      for (let turn = 0; turn < draws; turn += 1) {
        const drawn = draw(rows)
        counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
      }
      const drawn = rows
        .toSorted((one, other) => one.position - other.position)
        .map(async (row) => ({
          status: (await records(status).get(row.status)).name,
          weight: row.weight,
          drawn: counts.get(row.status) ?? 0,
        }))
      return { drawn: await Promise.all(drawn) }
    },
  },

  schedules: { answers: { every: 1, run: answerTestLeads } },
}
