import { sql } from 'kysely'

import { prepared, type Sql } from '#server'

import type { BrokerDepartment } from '../../../brokers/department/brokerDepartment.ts'
import type { Integration } from '../../integration/integration.ts'
import type { Cap } from '../caps/capPeriods.ts'

type Taking = Omit<
  BrokerDepartment,
  'api_token' | 'previous_token' | 'caps' | 'created_at' | 'updated_at' | 'accept_countries'
>

/** A department with all that is asked before it gets a lead, and the integration through which it would. */
export interface Target extends Taking {
  readonly is_gone: boolean
  /** Another one after each save of the department, its broker or its integration: see `versionsOf`. */
  readonly versions: string
  readonly accept_countries: readonly number[]
  readonly allowed_countries: readonly number[]
  readonly blocked_countries: readonly number[]
  readonly caps: readonly Cap[]
  /** Other brokers of one of the same affiliate companies. */
  readonly companions: readonly number[]
  readonly broker: { readonly is_active: boolean; readonly is_over: boolean }
  readonly integration: Through | null
}

interface Through extends Pick<
  Integration,
  'id' | 'state' | 'pause_reason' | 'push_active' | 'environment' | 'revision'
> {
  /** What its mapping reads of a lead, and sends nothing without. */
  readonly needs: readonly string[]
}

/** A department with the integration given, or its own. */
interface Wanted {
  readonly department: number
  readonly integration?: number | undefined
}

/** Departments as they are now, in the order asked; undefined for one that is not there. In one statement. */
export async function loadTargets(
  wanted: readonly Wanted[],
  database: Sql,
): Promise<(Target | undefined)[]> {
  const { rows } = await sql<Target & { place: number }>`${prepared}
    select wanted.place::integer, d.*, ${versionsOf} as versions, ${targets('broker_departments', 'accept_countries', 'd')},
      ${targets('broker_departments', 'accept_languages', 'd')},
      ${targets('broker_departments', 'accept_sources', 'd')},
      ${targets('broker_departments', 'block_sources', 'd')},
      ${targets('brokers', 'allowed_countries', 'b')}, ${targets('brokers', 'blocked_countries', 'b')},
      jsonb_build_object(
        'is_active', b.is_active and b.deleted_at is null,
        'is_over', coalesce(b.contract_expires_in < current_date, false)
      ) as broker,
      coalesce((
        select jsonb_agg(jsonb_build_object('period', period, 'limit', "limit", 'counts', counts,
          'country', country, 'source', source, 'of', nullif(concat_ws(', ',
            (select name from countries where id = country), (select name from sources where id = source)), '')
        )) from department_caps c where c.department = d.id
      ), '[]') as caps,
      array(
        select distinct other.record_id from brokers_affiliate_companies own
        join brokers_affiliate_companies other on other.target_id = own.target_id
        where own.record_id = b.id and other.record_id <> b.id
      ) as companions,
      d.is_active and d.deleted_at is null as is_active, d.deleted_at is not null as is_gone,
      case when i.id is not null then jsonb_build_object('id', i.id, 'state', i.state, 'pause_reason', i.pause_reason,
        'push_active', i.push_active, 'environment', i.environment, 'revision', i.revision, 'needs', (
          select coalesce(jsonb_agg(row ->> 'value'), '[]') from jsonb_array_elements(i.mapping) row
          where row ->> 'required' = 'true' and row ->> 'kind' = 'field' and coalesce(row ->> 'default', '') = ''
        )) end as integration
    from unnest(${wanted.map(({ department }) => department)}::bigint[],
      ${wanted.map(({ integration }) => integration ?? null)}::bigint[]
    ) with ordinality as wanted (department, integration, place)
    join broker_departments d on d.id = wanted.department
    join brokers b on b.id = d.broker_id
    left join send_integrations i on i.department = d.id and i.id = coalesce(
      wanted.integration,
      (select id from send_integrations where id = d.default_integration and state <> 'archived'),
      (select id from send_integrations
        where department = d.id and state <> 'archived'
        order by state = 'active' desc, state in ('draft', 'tested'), push_active desc, id limit 1)
    )`.execute(database)
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]))
  return wanted.map((_, at) => byPlace.get(at + 1))
}

/** Of `broker_departments d`, `brokers b` and `send_integrations i`. */
export const versionsOf = sql`concat_ws(' ', d.version, b.version, i.version)`

const targets = (table: string, name: string, alias: string) => sql`array(
  select target_id from ${sql.table(`${table}_${name}`)} where record_id = ${sql.ref(`${alias}.id`)}
) as ${sql.ref(name)}`
