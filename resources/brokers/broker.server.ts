import { sql } from 'kysely'
import { z } from 'zod'

import { documented } from '#contract'
import { listOptions, type Api, type Backend, type Behavior } from '#server'

import { broker } from './broker.ts'
import { brokerSql } from './department/departmentNumbers.server.ts'
import { restingTargets } from '../sending/engine/plan/restingTargets.server.ts'
import { wakeBroker } from '../sending/engine/wakeSends.server.ts'

export const brokerBehavior: Behavior<typeof broker> = {
  derived: brokerSql,

  async afterUpdate({ id, is_active }, previous, { sql: database }) {
    if (is_active && !previous.is_active) await wakeBroker(id, database)
  },

  routes,
}

const optionsLimit = 5_000

/**
 * Brokers to send to: active, under contract, with an active department that has an active integration (product.md 6.1). `meta`
 * says which of their departments and integrations take nothing now, and why.
 */
function routes(app: Api, backend: Backend): void {
  const object = documented({ type: 'object' })
  const schema = {
    tags: [broker.label],
    summary: 'Brokers to send to',
    response: { 200: z.object({ data: z.array(object), meta: object }) },
  }
  const config = { access: { permission: 'options.brokers.send' } }
  app.get('/broker/all/for/send', { schema, config }, async ({ user }) => {
    const { rows } = await sql<{ id: number }>`
      select id from brokers
      where deleted_at is null and is_active
        and (contract_expires_in is null or contract_expires_in >= current_date)
        and exists (
          select from broker_departments d
            join send_integrations i on i.department = d.id and i.state = 'active' and i.push_active
          where d.broker_id = brokers.id and d.is_active and d.deleted_at is null
        )`.execute(backend.database.sql)
    const ids = rows.map(({ id }) => id)
    const listed = { search: '', ids, limit: optionsLimit }
    const { data, meta } = await listOptions(backend, broker, user, listed)
    const resting = await restingTargets(
      data.map(({ id }) => Number(id)),
      backend.database.sql,
    )
    return { data, meta: { ...meta, ...resting } }
  })
}
