import { sql } from 'kysely'

import { invalid, type Behavior, type BulkCall, type BulkOutlook, type Sql } from '#server'

import { msg } from '../../../msg.server.ts'
import type { Send, send } from '../../send/send.ts'
import { openCaps } from '../caps/caps.server.ts'
import { checkLeads, type Refusal } from './checks.server.ts'
import { fewLeads } from './fewLeads.ts'
import { sharedWords, wordsOfAll } from './refusalWords.server.ts'
import { maxChecked } from './sendPreview.server.ts'
import { loadTargets } from './target.server.ts'

type Bulk = NonNullable<Behavior<typeof send>['bulk']>
type Reading = Parameters<NonNullable<NonNullable<Bulk['retry']>['preview']>>[1]

const atOnce = 1_000

/** Many sends that are sent again, as many leads that are sent: product.md 6.1, D4. */
export const sendAgain: Bulk = {
  retry: {
    async refuse({ ids }, { sql: database }) {
      await refuseMany(ids, 'failed', database)
    },
    preview: outlookOf,
  },

  resolve: {
    async refuse({ ids, values }, { sql: database }) {
      if (values['outcome'] === 'again') await refuseMany(ids, 'unknown', database)
    },
  },
}

/** Throws 422 for a department that takes fewer leads at once than would come to it. */
async function refuseMany(
  ids: readonly number[],
  state: Send['state'],
  database: Sql,
): Promise<void> {
  if (ids.length <= fewLeads) return
  const { rows } = await sql<{ name: string }>`
    select d.branch_name as name from sends s join broker_departments d on d.id = s.department
    where s.id = any(${ids}::bigint[]) and s.state = ${state} and not d.send_a_lot
    group by d.id having count(*) > ${fewLeads} order by count(*) desc, d.id limit 1`.execute(
    database,
  )
  const [small] = rows
  if (!small) return
  throw invalid({}, msg('takes_at_most_leads_at_once', { department: small.name, max: fewLeads }))
}

/** The checks that each of them meets at its call, without a place under a cap being taken. */
async function outlookOf({ ids }: BulkCall, context: Reading): Promise<BulkOutlook> {
  const looked = ids.slice(0, maxChecked)
  const groups = new Map<string, { waits: boolean; refusals: Against[] }>()
  let done = 0
  for (let from = 0; from < looked.length; from += atOnce) {
    for (const one of await prospectsOf(looked.slice(from, from + atOnce), context)) {
      const waits = one?.until !== undefined
      if (one === undefined || waits) done += 1
      if (one === undefined) continue
      const key = JSON.stringify([waits, one.status, sharedWords(one)])
      const group = groups.get(key) ?? { waits, refusals: [] }
      group.refusals.push(one)
      groups.set(key, group)
    }
  }
  const reasons = [...groups.values()]
    .map(({ waits, refusals }) => ({
      reason: wordsOfAll(refusals) ?? refusals[0]?.status ?? '',
      waits,
      count: refusals.length,
    }))
    .toSorted((one, other) => other.count - one.count)
  return { checked: looked.length, done, reasons }
}

type Against = Pick<Refusal, 'message' | 'until' | 'from'> & { readonly status: string }

/** Of each send what is against it; undefined where nothing is. */
async function prospectsOf(
  ids: readonly number[],
  context: Reading,
): Promise<(Against | undefined)[]> {
  const { rows } = await sql<Pick<Send, 'lead' | 'department' | 'integration' | 'state'>>`
    select lead, department, integration, state from sends
    where id = any(${ids}::bigint[]) order by id`.execute(context.sql)
  const now = new Date()
  const ways = new Map(
    rows.map(({ department, integration }) => [
      `${department} ${integration}`,
      { department, integration: integration ?? undefined },
    ]),
  )
  const loaded = await loadTargets([...ways.values()], context.sql)
  const targets = new Map([...ways.keys()].map((key, at) => [key, loaded[at]]))
  const caps = await openCaps(
    loaded.flatMap((one) => one ?? []),
    { sql: context.sql, now, isHeld: false },
  )
  const asked = rows.flatMap(({ state, lead, department, integration }, at) => {
    const target = targets.get(`${department} ${integration}`)
    return state === 'failed' && target ? [{ at, lead, target }] : []
  })
  const checked = await checkLeads(asked, { now, caps }, context)
  const byPlace = new Map(asked.map(({ at }, place) => [at, checked[place]]))
  return rows.map((_, at) => (byPlace.has(at) ? byPlace.get(at)?.refusal : moved))
}

const moved: Against = { status: 'moved', message: msg('only_failed_sends_are_sent_again') }
