import { sql } from 'kysely'

import type { InputOf } from '#schema'
import { invalid, keyLocks, prepared, validPhone, type Context } from '#server'

import { closedSource, ruleColumns, type SourceRules } from '../intake/sourceRules.server.ts'
import { lead, type Lead } from './lead.ts'
import { checkStatus } from './status/allowedStatus.server.ts'
import { newStatusEffects } from './status/leadStatus.server.ts'
import { ruledColumns, type RuledStatus } from '../statusSetting/statusRules.server.ts'
import { msg } from '../../msg.server.ts'

type Input = InputOf<typeof lead>

interface Completed {
  readonly values: Partial<Lead>
  readonly rules: SourceRules
  readonly status: RuledStatus | undefined
  /** What others had committed before this waited for the keys of the lead, as a snapshot of the database. */
  readonly before: string
}

/**
 * A new lead with what it has beyond its own values: the defaults of its source, and who brought it in (product.md 5); and
 * what its source and its status say of it. Holds the keys of the lead.
 */
export async function withDefaults(input: Input, context: Context): Promise<Completed> {
  const { values, ...found } = await complete(input, input.phone, context)
  return { ...found, values: { ...values, user: context.user.id || null } }
}

/** What all leads of a file share, with the same. Throws where their source takes none. */
export async function withSharedDefaults(
  shared: Partial<Lead>,
  context: Context,
): Promise<Partial<Lead>> {
  const { values, rules } = await complete(shared, null, context)
  if (rules.is_active) return values
  throw invalid({ source: [closedSource] })
}

async function complete(
  values: Partial<Lead>,
  phone: string | null | undefined,
  context: Context,
): Promise<Completed> {
  const origin = await originOf(values, phone, context)
  if (!origin) throw invalid({ source: [msg('not_found_choose_one_from_the_list')] })
  const status = origin.status ?? undefined
  if (values.status) checkStatus(status, undefined, context)
  const completed = {
    ...values,
    status: status?.id ?? null,
    status_changed_at: new Date().toISOString(),
    country: values.country ?? origin.phone_country ?? origin.default_country,
    language: values.language ?? origin.default_language,
    tags: [...new Set([...(values.tags ?? []), ...origin.tags])],
  }
  return {
    values: status ? { ...completed, ...newStatusEffects(status, completed) } : completed,
    rules: origin,
    status,
    before: origin.before,
  }
}

interface Origin extends SourceRules {
  readonly default_country: number | null
  readonly default_language: number | null
  readonly tags: number[]
  /** The one that was chosen, or with which its leads begin; null where that one is drawn for each when it is there. */
  readonly status: RuledStatus | null
  readonly phone_country: number | null
  readonly before: string
}

/**
 * Everything the defaults need, and the locks of the lead's keys, in one statement: every new lead asks for it. A
 * transaction that adds a lead with the same key meanwhile waits, so that two cannot both be the first (product.md 5).
 */
async function originOf(
  values: Partial<Lead>,
  phone: string | null | undefined,
  { sql: database }: Context,
): Promise<Origin | undefined> {
  const { source, status } = values
  const country = phone ? validPhone(phone)?.country : undefined
  const locks = keyLocks(lead, [values])
  const { rows } = await sql<Origin>`${prepared}
    ${locks ? sql`with locked as (${locks})` : sql``}
    select ${ruleColumns}, default_country, default_language,
      array(select target_id from sources_tags where record_id = sources.id order by 1) as tags,
      (select to_jsonb(ruled) from (
        select ${ruledColumns} from statuses s where s.id = coalesce(${status ?? null}::bigint, usual.status)
      ) ruled) as status,
      pg_current_snapshot()::text as before,
      (select id from countries where iso_3166_2 = ${country ?? null}::text) as phone_country
    from sources
    left join lateral (
      select coalesce(default_status, (select id from statuses where is_default limit 1)) as status
      where not exists (
        select from source_random_statuses r
        where r.source = sources.id and r.use = 'initial_status' and r.is_active
      )
    ) usual on true
    where sources.id = ${source ?? null}::bigint`.execute(database)
  return rows[0]
}
