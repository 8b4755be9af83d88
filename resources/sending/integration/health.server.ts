import { sql } from 'kysely'

import { getRecord, idPath, type Api, type Backend } from '#server'

import { integration } from './integration.ts'
import { templates } from './templates.ts'
import {
  allHealthContract,
  healthContract,
  templatesContract,
} from './trial/trialContracts.server.ts'

interface Health {
  readonly id: number
  /** Of the calls of the last 24 hours that have an end. */
  readonly calls: number
  readonly sent: number
  readonly unknown: number
  readonly light: 'green' | 'amber' | 'red' | 'grey'
}

const heldMs = 30_000
const held = new WeakMap<Backend, { readonly at: number; readonly rows: Promise<Health[]> }>()

/** How integrations are doing, and the templates to begin with. */
export function healthRoutes(app: Api, backend: Backend): void {
  const path = `/${integration.api}`
  const config = { access: { permission: 'send.integration.view' } }

  app.get(`${path}/template/all`, { schema: templatesContract, config }, () => ({
    data: Object.entries(templates).map(([template, values]) => ({ template, values })),
  }))

  app.get(`${path}/health/all`, { schema: allHealthContract, config }, async () => ({
    data: await allHealth(backend),
  }))

  app.get(`${path}/${idPath}/health`, { schema: healthContract, config }, async (request) => {
    const { id } = request.params
    const record = new Map(Object.entries(await getRecord(backend, integration, request.user, id)))
    const own = (await allHealth(backend)).find((one) => one.id === id)
    const current = Object.fromEntries(shown.map((name) => [name, record.get(name) ?? null]))
    return { data: { ...current, ...own } }
  })
}

const shown = [
  'state',
  'pause_reason',
  'push_ok_at',
  'push_failed_at',
  'pulled_at',
  'ftd_pulled_at',
  'pull_problem',
  'pull_rows',
  'errors_in_row',
] as const

function allHealth(backend: Backend): Promise<Health[]> {
  const known = held.get(backend)
  if (known && Date.now() - known.at < heldMs) return known.rows
  const rows = readHealth(backend)
  held.set(backend, { at: Date.now(), rows })
  rows.catch(() => held.delete(backend))
  return rows
}

/** Red: paused by itself, or nothing gets through. Amber: much fails, is unknown, or statuses do not come. */
async function readHealth({ database }: Backend): Promise<Health[]> {
  const { rows } = await sql<Health>`
    with recent as (
      select integration, count(*)::int as calls,
        count(*) filter (where state in ('sent', 'returned'))::int as sent,
        count(*) filter (where state = 'unknown')::int as unknown
      from sends
      where created_at > now() - interval '24 hours' and not is_test and integration is not null
        and state in ('sent', 'returned', 'rejected', 'failed', 'unknown')
      group by integration
    )
    select i.id, coalesce(r.calls, 0) as calls, coalesce(r.sent, 0) as sent,
      coalesce(r.unknown, 0) as unknown,
      case
        when i.state not in ('active', 'auto_paused') then 'grey'
        when i.state = 'auto_paused' or (r.calls >= 5 and r.sent = 0) then 'red'
        when i.errors_in_row > 2 or i.pull_failures > 0 or r.unknown * 20 > r.calls
          or r.sent * 4 < r.calls then 'amber'
        else 'green'
      end as light
    from send_integrations i left join recent r on r.integration = i.id`.execute(database.sql)
  return rows
}
