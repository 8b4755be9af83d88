import { sql } from 'kysely'

import {
  getRecord,
  hasPassed,
  idPath,
  momentNow,
  type Api,
  type Backend,
  type Moment,
} from '#server'

import { integration } from './integration.ts'
import { healthOf } from './integrationNumbers.server.ts'
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
const held = new WeakMap<Backend, { readonly at: Moment; readonly rows: Promise<Health[]> }>()

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
  'postbacks_waiting',
] as const

function allHealth(backend: Backend): Promise<Health[]> {
  const known = held.get(backend)
  if (known && !hasPassed(heldMs, known.at)) return known.rows
  const rows = readHealth(backend)
  held.set(backend, { at: momentNow(), rows })
  rows.catch(() => held.delete(backend))
  return rows
}

async function readHealth({ database }: Backend): Promise<Health[]> {
  const { rows } = await sql<Omit<Health, 'light'> & { health: keyof typeof lights }>`
    with recent as (
      select integration, count(*)::int as calls,
        count(*) filter (where state in ('sent', 'returned'))::int as sent,
        count(*) filter (where state = 'unknown')::int as unknown
      from sends
      where created_at > now() - interval '24 hours' and not is_test and integration is not null
        and state in ('sent', 'returned', 'rejected', 'failed', 'unknown')
      group by integration
    )
    select d.id, coalesce(r.calls, 0) as calls, coalesce(r.sent, 0) as sent,
      coalesce(r.unknown, 0) as unknown, ${sql.raw(healthOf('d'))} as health
    from send_integrations d left join recent r on r.integration = d.id`.execute(database.sql)
  return rows.map(({ health, ...row }) => ({ ...row, light: lights[health] }))
}

const lights = { well: 'green', trouble: 'amber', broken: 'red', off: 'grey' } as const
