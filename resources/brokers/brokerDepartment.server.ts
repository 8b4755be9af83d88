import { randomInt } from 'node:crypto'

import { zoneNamed } from '#schema'
import { conflict, invalid, type Behavior, type Context } from '#server'

import { broker } from './broker.ts'
import { brokerDepartment, type BrokerDepartment } from './brokerDepartment.ts'
import { msg } from '../msg.server.ts'

/** A department may call us only from addresses that somebody named (product.md 8.1, 11.13). */
export const brokerDepartmentBehavior: Behavior<typeof brokerDepartment> = {
  prepare(values, previous) {
    const { auth_type, username } = { ...previous, ...values }
    if (auth_type === 'basic' && !username) throw invalid({ username: [msg('fill_in_this_field')] })
    if (values.timezone && !zoneNamed(values.timezone)) {
      throw invalid({ timezone: [msg('enter_a_time_zone_like_europe_berlin')] })
    }
    return values
  },

  async beforeCreate(input, context) {
    await checkAddresses(input, context)
    return input
  },

  async beforeUpdate(changes, record, context) {
    await checkAddresses({ ...record, ...changes }, context)
    return changes
  },

  async beforeRestore({ broker_id }, { records }) {
    if (!(await records(broker).exists({ id: broker_id }))) {
      throw conflict(msg('its_broker_is_deleted_restore_the_broker'))
    }
  },

  actions: {
    async token({ records: departments }, { records }) {
      const tokens = []
      for (const { id } of departments) {
        const api_token = newToken()
        await records(brokerDepartment).update(id, { api_token })
        tokens.push({ id, api_token })
      }
      return tokens[0]
    },
  },
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

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 40 random characters (product.md 3.2). */
const newToken = () => Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('')
