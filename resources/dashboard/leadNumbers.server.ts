import { sql } from 'kysely'

import { mayRead, targetOf, titleFields, type Resource, type User } from '#schema'
import { mayLabel, sumsPer, sumsToNow, type Api, type Backend, type DailySums } from '#server'

import { lead } from '../leads/lead/lead.ts'
import { cards } from './cards.ts'
import { breakdownContract, todayContract, type BreakdownPart } from './leadNumbers.ts'

/** The days before with which today is compared. */
const daysBefore = 7

/** Today and the parts of the last days, read from sums alone (product.md 11.2). */
export function leadNumberRoutes(app: Api, backend: Backend): void {
  const config = { access: { permission: 'dashboard.view' } }
  app.get('/dashboard/today', { schema: todayContract, config }, async ({ user }) => {
    const shown = cards.filter(({ permission }) => user.permissions.has(permission))
    const names = shown.flatMap(({ label, without = [] }) => [label, without].flat())
    const { timezone: zone = 'UTC' } = user
    const { until, sums } = await sumsToNow(backend, names, { days: daysBefore + 1, zone })
    const valuesOf = (name?: string) => sums.find((one) => one.name === name)
    return {
      data: {
        until,
        cards: shown.map(({ label, without }) => ({
          label,
          ...comparison(valuesOf(label), valuesOf(without)),
        })),
      },
    }
  })
  app.get('/dashboard/leads', { schema: breakdownContract, config }, async ({ user, query }) => {
    const { timezone: zone = 'UTC' } = user
    const wanted = { days: query.days, zone }
    const entries = parts
      .filter((part) => seesPart(backend, part, user))
      .map(async (part) => [part, await partOf(backend, part, wanted)] as const)
    return { data: Object.fromEntries(await Promise.all(entries)) }
  })
}

function comparison(sums: DailySums | undefined, without: DailySums | undefined) {
  const all = (sums?.values ?? []).map((value, day) => value - (without?.values[day] ?? 0))
  const before = all.slice(0, -1)
  const mean = before.reduce((sum, value) => sum + value, 0) / Math.max(1, before.length)
  return { value: all.at(-1) ?? 0, usual: Math.round(mean * 10) / 10, before }
}

const parts = ['source', 'country', 'status'] as const

type Part = (typeof parts)[number]

const targetNamed = (backend: Backend, part: Part): Resource =>
  backend.resource(targetOf(lead.fields[part]) ?? '')

/** The sums are those of all leads: users who list them all, and may know what they point at, see them. */
const seesPart = (backend: Backend, part: Part, user: User): boolean =>
  lead.access.list(user) === true &&
  mayRead(user, lead.fields[part]) &&
  mayLabel(targetNamed(backend, part), user)

/** Rows of a part that are named. */
const maxRows = 12

async function partOf(
  backend: Backend,
  part: Part,
  wanted: { days: number; zone: string },
): Promise<BreakdownPart> {
  const target = targetNamed(backend, part)
  const [title = 'id'] = titleFields(target)
  const { rows: all } = await sql<{ id: number; label: string }>`
    select id, ${sql.ref(title)}::text as label from ${sql.table(target.name)}`.execute(
    backend.database.sql,
  )
  const names = { name: `leads_by_${part}`, values: [...all.map(({ id }) => id), ''] }
  const counts = await sumsPer(backend, names, wanted)
  const rows = [...all.map(({ id, label }) => ({ id, label })), { id: null, label: '' }]
    .map((row) => ({ ...row, count: counts.get(String(row.id ?? '')) ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
  const others = rows.slice(maxRows).reduce((sum, { count }) => sum + count, 0)
  return { rows: rows.slice(0, maxRows), others }
}
