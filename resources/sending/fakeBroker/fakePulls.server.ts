import type { FakeLeads } from './fakeLeads.server.ts'
import type { FakeLead } from './fakeLead.server.ts'

type Asked = Readonly<Record<string, unknown>>

const defaultTake = 100

/**
 * Answers what a pull asks for: `from` and `to` by the day of registration, `since`, `ids`; by `page`, or by `skip`, of
 * `take` rows. The answer names the last page, the total, the next link and a \`cursor\` for it, for whichever way an integration goes on.
 */
export function pullAnswer(
  leads: FakeLeads,
  asked: Asked,
  { origin, path }: { origin: string; path: string },
) {
  const { rows, page, lastPage, total } = pulledRows(leads, asked)
  const following = new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
  )
  following.set('page', String(page + 1))
  return {
    status: true,
    data: rows,
    meta: { last_page: lastPage, total, cursor: page < lastPage ? `after-${page}` : null },
    next: page < lastPage ? `${origin}${path}?${following}` : null,
  }
}

/** One page of the rows that are asked for, of those leads that are `chosen`. */
export function pulledRows(
  leads: FakeLeads,
  asked: Asked,
  chosen: (lead: FakeLead) => boolean = () => true,
) {
  const rows = leads.accepted
    .filter(chosen)
    .map((lead) => ({ lead, row: leads.row(lead, Date.now()) }))
    .filter(({ lead, row }) => isAsked(asked, lead.id, row))
    .map(({ row }) => row)
  const take = Math.min(Number(asked['take'] ?? defaultTake), 500)
  const before = Number(String(asked['cursor'] ?? '').slice('after-'.length))
  const page = Math.max(Number(asked['page'] ?? before + 1), 1)
  const skip = Number(asked['skip'] ?? (page - 1) * take)
  const lastPage = Math.max(Math.ceil(rows.length / take), 1)
  return { rows: rows.slice(skip, skip + take), page, lastPage, total: rows.length }
}

function isAsked(asked: Asked, id: string, row: Readonly<Record<string, unknown>>): boolean {
  const { from, to, since, ids } = asked
  const registered = timeOf(row['createdAt'])
  if (from && registered < timeOf(from)) return false
  if (to && registered > timeOf(to) + (isDay(to) ? day : 0)) return false
  if (since && timeOf(row['statusAt'] ?? row['createdAt']) < timeOf(since)) return false
  return !ids || String(ids).split(',').includes(id)
}

const day = 86_400_000
/** The whole of a day is asked for by its date. */
const isDay = (value: unknown) => /^\d{4}-\d{2}-\d{2}$/.test(String(value))

/** Dates come as ISO text, as `2026-01-31 10:00:00` of UTC, or as seconds. */
function timeOf(value: unknown): number {
  const text = String(value)
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1_000
  return Date.parse(/^\d{4}-\d{2}-\d{2} \d/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
}
