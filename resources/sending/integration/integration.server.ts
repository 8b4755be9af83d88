import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { FieldErrors } from '#schema'
import { conflict, invalid, notFound, type Behavior, type Context } from '#server'

import { brokerDepartment } from '../../brokers/department/brokerDepartment.ts'
import { demoBroker } from '../fakeBroker/demoBroker.server.ts'
import { postbackRoutes } from '../sync/postbacks/postbackRoutes.server.ts'
import { askStatuses } from '../sync/askStatuses.server.ts'
import { createKeptPostbackWorker } from '../sync/postbacks/keptPostbacks.server.ts'
import { createPullWorker, pullSchedules } from '../sync/pull/pullWorker.server.ts'
import { breakerFields, limitFields, retryFields } from './fields/answerFields.ts'
import {
  addresses,
  faultsOf,
  faultsOfAddresses,
  originOf,
} from './check/checkIntegration.server.ts'
import { healthRoutes } from './health.server.ts'
import { wakeSends } from '../engine/wakeSends.server.ts'
import { integration, type Integration } from './integration.ts'
import { integrationSql } from './integrationNumbers.server.ts'
import { integrationSecret } from './integrationSecret.ts'
import { integrationVersion } from './versions/integrationVersion.ts'
import { pullFields } from './fields/pullFields.ts'
import { settingsFile } from './settingsFile.server.ts'
import { testedFields } from './testedFields.ts'
import { trialRoutes } from './trial/trialRoutes.server.ts'
import { msg } from '../../msg.server.ts'

/** What is looked at together when one of it changes. */
const checked = new Set([
  ...testedFields,
  ...[retryFields, limitFields, breakerFields, pullFields].flatMap((one) => Object.keys(one)),
])

/** What a version does not hold: secrets, and what the engine writes. */
const leftOut: ReadonlySet<string> = new Set(
  Object.entries(integration.fields)
    .filter(([, { kind, options }]) => kind === 'secret' || 'computed' in options)
    .map(([name]) => name),
)

export const integrationBehavior: Behavior<typeof integration> = {
  derived: integrationSql,

  workers: (backend) => [
    demoBroker(backend),
    createPullWorker(backend),
    createKeptPostbackWorker(backend),
  ],

  schedules: pullSchedules,

  prepare(values, previous) {
    if (Object.keys(values).some((name) => checked.has(name))) {
      refuse(faultsOf({ ...previous, ...values }))
    }
    return values
  },

  async beforeCreate(input, { records, backend }) {
    refuse(faultsOfAddresses(input, backend.config.outboundLoopback))
    const broker = await brokerOf(input, records)
    return { ...input, broker, postback_key: newKey() }
  },

  afterCreate: keepVersion,

  async beforeUpdate(changes, record, context) {
    const { records, backend } = context
    refuse(faultsOfAddresses(changes, backend.config.outboundLoopback))
    await keepSecretsAtHome(changes, record, context)
    const names = Object.keys(changes).filter(
      (name) => !leftOut.has(name) || name.includes('secret'),
    )
    if (names.length === 0) return changes
    const department = changes.department ?? record.department
    const isPlaced = names.includes('department') || names.includes('batch_size')
    // What is so already may still be switched off, and goes lead by lead meanwhile.
    const { batch_size = isPlaced ? record.batch_size : null } = changes
    const broker = await brokerOf({ department, batch_size }, records)
    const isUntested = names.some((name) => testedFields.has(name)) && record.state !== 'draft'
    return {
      ...changes,
      broker,
      postback_key: record.postback_key ?? newKey(),
      revision: record.revision + 1,
      ...(isUntested && { state: 'draft' as const, tested_at: null }),
    }
  },

  async afterUpdate(record, previous, context) {
    if (record.revision !== previous.revision) await keepVersion(record, context)
    const isArchived = record.state === 'archived' && previous.state !== 'archived'
    // What waits goes on, or ends.
    if (isArchived || (record.push_active && !previous.push_active)) {
      await wakeSends([record.id], context.sql)
    }
  },

  actions: {
    async pause({ records: all, input: { reason } }, { records }) {
      for (const { id } of all) await records(integration).update(id, { pause_reason: reason })
    },
    async sync({ records: all }, { sql }) {
      await askStatuses(
        all.map(({ id }) => id),
        0,
        sql,
      )
    },
    async activate({ records: all }, { records, sql: database }) {
      for (const { id, tested_at } of all) {
        if (!tested_at) throw conflict(msg('test_it_before_it_is_activated'))
        await records(integration).update(id, {
          pause_reason: null,
          errors_in_row: 0,
          rejections_in_row: 0,
          recent: null,
        })
      }
      await wakeSends(
        all.map(({ id }) => id),
        database,
      )
    },

    async copy({ records: [one], input: { name } }, context) {
      if (!one) throw notFound()
      const copy = await context.records(integration).create({
        ...contentOf(one),
        name,
        broker: one.broker,
        postback_key: newKey(),
        state: 'draft',
        revision: 1,
      })
      await keepVersion(copy, context)
      return { copy: copy.id }
    },

    async new_postback_key({ records: all }, { records }) {
      for (const { id } of all) await records(integration).update(id, { postback_key: newKey() })
    },

    save_as_file: ({ records: [one] }) => settingsFile(one, one ? contentOf(one) : {}),

    rollback: ({ records: [one], input: { number } }, context) => rollBack(one, number, context),
  },

  routes(app, backend) {
    trialRoutes(app, backend)
    postbackRoutes(app, backend)
    healthRoutes(app, backend)
  },
}

/** The broker of a department, which has to be one that may send a lot where several leads share a call (product.md 7.1). */
async function brokerOf(
  { department, batch_size }: { department: number; batch_size?: number | null },
  records: Context['records'],
): Promise<number> {
  const { broker_id, send_a_lot } = await records(brokerDepartment).get(department)
  if (batch_size && !send_a_lot) {
    refuse({ batch_size: [msg('this_department_may_not_send_a_lot')] })
  }
  return broker_id
}

/** The part of the address of postbacks that cannot be guessed. */
const newKey = () => randomBytes(24).toString('base64url')

/** An older version becomes the newest; secrets, which it does not hold, stay as they are. */
async function rollBack(
  record: Integration | undefined,
  number: number,
  context: Context,
): Promise<void> {
  const [found] = await context
    .records(integrationVersion)
    .find({ integration: record?.id ?? 0, number })
  if (!record || !found) throw conflict(msg('there_is_no_such_version'))
  const content = found.content as Partial<Integration>
  const known = new Set(addresses.map((name) => originOf(record[name])))
  if (addresses.some((name) => content[name] && !known.has(originOf(content[name])))) {
    throw conflict(msg('this_version_calls_another_address'))
  }
  const { name: _, department: __, ...rest } = content
  const isUntested = Object.entries(rest).some(
    ([name, value]) =>
      testedFields.has(name) && !isDeepStrictEqual(value, record[name as keyof Integration]),
  )
  const changed = await context.records(integration).update(record.id, {
    ...rest,
    revision: record.revision + 1,
    ...(isUntested && { tested_at: null, state: 'draft' }),
  })
  await keepVersion(changed, context)
}

function refuse(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/** A secret goes only where it was given for: an address of another origin wants it again. */
async function keepSecretsAtHome(
  changes: Partial<Integration>,
  record: Integration,
  { records }: Context,
): Promise<void> {
  const known = new Set(addresses.map((name) => originOf(record[name])))
  const moved = addresses.find((name) => changes[name] && !known.has(originOf(changes[name])))
  if (!moved) return
  if (record.auth_secret && !('auth_secret' in changes)) {
    refuse({ auth_secret: [msg('give_the_secret_again_for_the_new_address')] })
  }
  if (await records(integrationSecret).exists({ integration: record.id })) {
    refuse({ [moved]: [msg('take_the_secret_headers_away_first')] })
  }
}

async function keepVersion(record: Integration, { records, user }: Context): Promise<void> {
  const content = contentOf(record)
  const held = await records(integrationVersion).find({ integration: record.id })
  if (isDeepStrictEqual(held.at(-1)?.content, content)) return
  await records(integrationVersion).create({
    integration: record.id,
    number: record.revision,
    user: user.id || null,
    content,
  })
}

/** What a version keeps of an integration: every value that a form sets, without secrets. */
export const contentOf = (record: Partial<Integration>): Partial<Integration> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isContent(name)))

const isContent = (name: string) => name in integration.fields && !leftOut.has(name)
