import { isDeepStrictEqual } from 'node:util'

import { conflict, invalid, type Behavior, type Context } from '#server'

import { broker } from '../broker.ts'
import { brokerDepartment, type BrokerDepartment } from './brokerDepartment.ts'
import { changeCaps, changeHours } from './changeRoom.server.ts'
import { departmentSql } from './departmentNumbers.server.ts'
import { copyDepartment } from './copyDepartment.server.ts'
import { brokerStatusRoutes } from '../histories/brokerStatuses.server.ts'
import { giveToken } from './departmentToken.server.ts'
import { msg } from '../../msg.server.ts'
import { countTaken } from '../../sending/engine/caps/countTaken.server.ts'
import { followCaps, wakeDepartments, wakeForCaps } from '../../sending/engine/wakeSends.server.ts'
import { send } from '../../sending/send/send.ts'
import { rebuildJob, startRebuild } from '../../sending/statistics/rebuild.server.ts'
import { rollUpSchedule } from '../../sending/statistics/rollUp.server.ts'
import { statisticsRoutes } from '../../sending/statistics/statistics.server.ts'

/** A department may call us only from addresses that somebody named (product.md 8.1, 11.13). */
export const brokerDepartmentBehavior: Behavior<typeof brokerDepartment> = {
  derived: departmentSql,

  prepare(values, previous) {
    const { auth_type, username } = { ...previous, ...values }
    if (auth_type === 'basic' && !username) throw invalid({ username: [msg('fill_in_this_field')] })
    return values
  },

  async beforeCreate(input, context) {
    await checkAddresses(input, context)
    return input
  },

  async beforeUpdate(changes, record, context) {
    await checkAddresses({ ...record, ...changes }, context)
    return changes.is_active ? { ...changes, pause_reason: null } : changes
  },

  async afterUpdate(record, previous, { sql }) {
    const isResumed = record.is_active && !previous.is_active
    if (isResumed || hours.some((name) => !isDeepStrictEqual(record[name], previous[name]))) {
      await wakeDepartments([record.id], sql)
    }
    // Its caps count by days of another zone.
    if (record.timezone !== previous.timezone) {
      await countTaken([record.id], sql)
      await wakeForCaps([record.id], sql)
    }
  },

  async beforeDelete({ id }, { records }) {
    const open = ['pending', 'waiting', 'retrying', 'sending'] as const
    if (await records(send).exists({ department: id, state: { in: open } })) {
      throw conflict(msg('leads_are_on_their_way_to_it'))
    }
  },

  async beforeRestore({ broker_id }, { records }) {
    if (!(await records(broker).exists({ id: broker_id }))) {
      throw conflict(msg('its_broker_is_deleted_restore_the_broker'))
    }
  },

  routes(app, backend) {
    statisticsRoutes(app, backend)
    brokerStatusRoutes(app, backend)
  },

  schedules: { 'add up sends': rollUpSchedule, 'sends under caps': followCaps },

  jobs: { rebuild: rebuildJob },

  actions: {
    pause: ({ records, input: { reason } }, context) =>
      changeEach(records, { is_active: false, pause_reason: reason }, context),

    async resume({ records }, context) {
      await changeEach(records, { is_active: true, pause_reason: null }, context)
      await wakeDepartments(
        records.map(({ id }) => id),
        context.sql,
      )
    },

    caps: ({ records, input }, context) => changeCaps(records, input, context),

    hours: ({ records, input }, context) => changeHours(records, input, context),

    rebuild: (_given, context) => startRebuild(context),

    copy: ({ records: [one], input }, context) => copyDepartment(one, input.branch_name, context),

    token: ({ records: [one] }, context) => giveToken(one, 'at once', context),

    replace_token: ({ records: [one] }, context) => giveToken(one, 'in a day', context),
  },
}

const hours = ['timezone', 'opening_hours', 'closed_dates'] as const

async function changeEach(
  departments: readonly BrokerDepartment[],
  change: Partial<BrokerDepartment>,
  { records }: Context,
): Promise<void> {
  for (const { id } of departments) await records(brokerDepartment).update(id, change)
}

async function checkAddresses(
  { auth_type, allowed_ips, broker_id }: Partial<BrokerDepartment>,
  { records }: Context,
): Promise<void> {
  if (!auth_type || auth_type === 'none' || allowed_ips?.length || !broker_id) return
  const { ip_addresses } = await records(broker).get(broker_id)
  if (!ip_addresses?.length) {
    throw invalid({ allowed_ips: [msg('name_at_least_one_address_here_or')] })
  }
}
