import { invalid, type Behavior, type Context } from '#server'

import type { SourceRandomStatus, sourceRandomStatus } from './sourceRandomStatus.ts'
import { status } from './status.ts'
import { msg } from '../msg.server.ts'

export const sourceRandomStatusBehavior: Behavior<typeof sourceRandomStatus> = {
  prepare(values, previous) {
    const { use, delay_min, delay_max } = { ...previous, ...values }
    if (use !== 'test_answers' && (delay_min || delay_max)) {
      throw invalid({ delay_min: [msg('only_test_answers_are_delayed')] })
    }
    if ((delay_min ?? 0) > (delay_max ?? Infinity)) {
      throw invalid({ delay_max: [msg('the_delay_ends_before_it_begins')] })
    }
    return values
  },

  async beforeCreate(input, context) {
    await checkRows(input, context)
    return input
  },

  async beforeUpdate(changes, record, context) {
    await checkRows({ ...record, ...changes }, context)
    return changes
  },
}

/** A new lead never begins as a deposit: that is for a broker to say (product.md 9.5). */
async function checkRows(
  { use, rows = [] }: Partial<SourceRandomStatus>,
  { records }: Context,
): Promise<void> {
  const ids = rows.map((row) => row.status)
  const found = await records(status).find({ id: { in: ids } } as object)
  if (found.length !== ids.length) throw invalid({ rows: ['A status is not there'] })
  const deposit = found.find(({ group }) => group === 'deposit')
  if (use === 'initial_status' && deposit) {
    throw invalid({ rows: [`A new lead cannot begin as "${deposit.name}"`] })
  }
}
