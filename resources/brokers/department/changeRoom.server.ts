import { refusedBy, type RecordOf } from '#schema'
import { conflict, invalid, type Context } from '#server'

import { msg } from '../../msg.server.ts'
import { countTaken } from '../../sending/engine/caps/countTaken.server.ts'
import { wakeDepartments, wakeForCaps } from '../../sending/engine/wakeSends.server.ts'
import { brokerDepartment, type BrokerDepartment } from './brokerDepartment.ts'
import { departmentCap } from './departmentCap.ts'
import { hoursCheck } from './departmentFields.ts'

interface CapChange {
  readonly change: 'raise' | 'lower' | 'set'
  readonly period: Cap['period']
  readonly percent: number | null
  readonly limit: number | null
  /** Of leads of one country or source; those of all unless given. */
  readonly country: number | null
  readonly source: number | null
}

type Cap = RecordOf<typeof departmentCap>

/** Changes the caps that departments have for a period, of all leads or of those of a country or a source. Throws 409 where there is none to raise or lower. */
export async function changeCaps(
  departments: readonly BrokerDepartment[],
  asked: CapChange,
  context: Context,
): Promise<void> {
  for (const { id } of departments) await changeCapsOf(id, asked, context)
  if (asked.change === 'lower') return
  await wakeForCaps(
    departments.map(({ id }) => id),
    context.sql,
  )
}

async function changeCapsOf(
  department: number,
  asked: CapChange,
  { records, sql: database }: Context,
): Promise<void> {
  const { period, change, limit, country, source } = asked
  const own = (await records(departmentCap).find({ department })).toSorted(byPosition)
  const isMeant = (one: Cap) =>
    one.period === period && one.country === country && one.source === source
  const meant = new Map(own.filter(isMeant).map((one) => [one.id, changed(one.limit, asked)]))
  const isNew = meant.size === 0
  if (isNew && change !== 'set') throw conflict(msg('it_has_no_such_cap'))
  const added = { period, limit: limit ?? 0, counts: 'accepted', country, source } as const
  const caps = own.map((one) => lineOf({ ...one, limit: meant.get(one.id) ?? one.limit }))
  await records(brokerDepartment).update(department, { caps: isNew ? [...caps, added] : caps })
  if (isNew) await countTaken([department], database)
}

const byPosition = (one: Cap, other: Cap) => one.position - other.position

/** The caps of a department as its lines. */
export const capLinesOf = async (department: number, records: Context['records']) =>
  (await records(departmentCap).find({ department })).toSorted(byPosition).map(lineOf)

const lineOf = ({ period, limit, counts, country, source }: Cap) => ({
  period,
  limit,
  counts,
  country,
  source,
})

const maxLimit = 10_000_000

function changed(limit: number, { change, percent, limit: wanted }: CapChange): number {
  const part = (limit * (percent ?? 0)) / 100
  if (change === 'set') return wanted ?? limit
  return change === 'raise'
    ? Math.min(maxLimit, Math.ceil(limit + part))
    : Math.max(0, Math.floor(limit - part))
}

/** Gives departments other opening hours. */
export async function changeHours(
  departments: readonly BrokerDepartment[],
  { opening_hours }: Pick<BrokerDepartment, 'opening_hours'>,
  context: Context,
): Promise<void> {
  const isGiven = (name: string) => name === hoursCheck.on
  const hours = { name: brokerDepartment.name, fields: {}, checks: [hoursCheck] }
  const errors = refusedBy(hours, { opening_hours }, { isGiven, isKnown: isGiven })
  if (errors) throw invalid(errors)
  for (const { id } of departments) {
    await context.records(brokerDepartment).update(id, { opening_hours })
  }
  await wakeDepartments(
    departments.map(({ id }) => id),
    context.sql,
  )
}
