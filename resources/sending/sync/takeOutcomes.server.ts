import type { RecordShape } from '#schema'
import type { Context, RowProblem } from '#server'

import { brokerDepartment } from '../../brokers/department/brokerDepartment.ts'
import { msg } from '../../msg.server.ts'
import { applyMatches } from './applyRows.server.ts'
import type { leadOutcomes } from './leadOutcomes.ts'
import { matchSends } from './matchSends.server.ts'
import type { PulledRow } from './pull/pulledRow.ts'

type Outcome = Partial<RecordShape<typeof leadOutcomes.fields>>

/** Writes what rows of a file tell of the leads that a department has, as a status pull would. */
export async function takeOutcomes(
  read: readonly Readonly<Record<string, unknown>>[],
  { isCheck }: { readonly isCheck: boolean },
  context: Context,
): Promise<(RowProblem | undefined)[]> {
  // The engine has read them by the fields of `leadOutcomes`.
  const rows = read as readonly Outcome[]
  const department = await context.records(brokerDepartment).get(rows[0]?.department ?? 0)
  const problems = rows.map(problemOf)
  const pulled = rows.map(pulledRow)
  const sound = pulled.filter((_, at) => !problems[at])
  const matches = await matchSends(sound, department.id, context.sql)
  const found = new Set(matches.map(({ row }) => row))
  const { id, branch_name: name } = department
  const integration = { id: null, name, department: id }
  if (!isCheck) await applyMatches(matches, integration, 'file', context)
  return pulled.map((row, at) => problems[at] ?? (found.has(row) ? undefined : unknownLead))
}

const unknownLead: RowProblem = {
  code: 'unknown_lead',
  message: msg('this_department_has_no_such_lead'),
}

/** Why a row tells nothing. */
function problemOf(row: Outcome): RowProblem | undefined {
  const { lead_id, api_lead_id, send_key, email, phone, status, is_ftd, ftd_at } = row
  if (!(lead_id || api_lead_id || send_key || email || phone)) {
    return { code: 'missing', message: msg('the_row_names_no_lead') }
  }
  const isAhead = [ftd_at, row.status_at].some((one) => one && Date.parse(one) > Date.now())
  if (isAhead) return { code: 'bad_date', message: msg('choose_a_date_that_has_been') }
  if (status || is_ftd || ftd_at) return undefined
  return { code: 'missing', message: msg('the_row_tells_neither_a_status_nor_a_deposit') }
}

/** A date of a deposit says that there was one, unless the row says no. */
const pulledRow = (row: Outcome): PulledRow => ({
  lead: row.lead_id ?? null,
  ids: [row.api_lead_id, row.send_key].filter((id): id is string => Boolean(id)),
  email: row.email?.toLowerCase() ?? null,
  phone: row.phone ?? null,
  status: row.status ?? null,
  status_at: row.status_at ?? null,
  is_ftd: row.is_ftd ?? Boolean(row.ftd_at),
  ftd_at: row.ftd_at ?? null,
  amount: row.amount ?? null,
  currency: row.currency?.toUpperCase() ?? null,
})
