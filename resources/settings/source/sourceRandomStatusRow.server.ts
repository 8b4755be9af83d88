import type { Behavior, Context } from '#server'

import { sourceRandomStatus, sourceRandomStatusRow } from './sourceRandomStatus.ts'
import { refuseDeposits } from '../neverDeposit.server.ts'

export const sourceRandomStatusRowBehavior: Behavior<typeof sourceRandomStatusRow> = {
  async beforeCreate(input, context) {
    await checkRow(input.rule, input.status, context)
    return input
  },

  async beforeUpdate(changes, record, context) {
    const { rule, status: drawn } = { ...record, ...changes }
    await checkRow(rule, drawn, context)
    return changes
  },
}

async function checkRow(rule: number, drawn: number, context: Context): Promise<void> {
  const { use } = await context.records(sourceRandomStatus).get(rule)
  if (use === 'initial_status') await refuseDeposits([drawn], context, 'status')
}
