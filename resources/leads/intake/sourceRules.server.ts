import { sql } from 'kysely'

import type { DuplicateRule, Sql } from '#server'

import { msg } from '../../msg.server.ts'
import type { Lead } from '../lead/lead.ts'

/** What a source says of the leads that it brings (product.md 5). */
export interface SourceRules {
  readonly id: number
  readonly is_active: boolean
  readonly daily_cap: number | null
  readonly allowed_countries: readonly number[]
  readonly consent_required: boolean
  readonly duplicates: Duplicates
}

interface Duplicates {
  readonly own_duplicate_rule: boolean
  readonly same_email: boolean
  readonly same_phone: boolean
  readonly same_alt_email: boolean
  readonly same_alt_phone: boolean
  readonly same_external_id: boolean
  readonly duplicate_match: 'any' | 'all'
  readonly duplicate_where: 'everywhere' | 'source' | 'import'
  readonly duplicate_hours: number | null
  readonly duplicate_action: 'refuse' | 'fill' | 'mark'
}

/** What is said of one that is switched off. */
export const closedSource = msg('this_source_takes_no_new_leads')

/** The columns of `sources` that make them. */
export const ruleColumns = sql`
  sources.id, is_active, daily_cap, consent_required,
  array(
    select target_id from sources_allowed_countries where record_id = sources.id
  ) as allowed_countries,
  to_jsonb(sources) as duplicates`

export async function rulesOf(
  source: number | null | undefined,
  database: Sql,
): Promise<SourceRules | undefined> {
  const { rows } = await sql<SourceRules>`
    select ${ruleColumns} from sources where id = ${source ?? null}::bigint`.execute(database)
  return rows[0]
}

/** The rule for all sources that have none of their own. */
const usual: DuplicateRule = { groups: [['email_key'], ['phone_key']] }

/** What makes a lead with these values a duplicate. A test lead is never a duplicate (product.md 5). */
export function duplicateRule(
  rules: SourceRules | undefined,
  { is_test }: Partial<Lead>,
): DuplicateRule {
  if (is_test) return { groups: [] }
  const own = rules?.duplicates
  if (!own?.own_duplicate_rule) return usual
  const names = [
    ...(own.same_email ? ['email_key'] : []),
    ...(own.same_phone ? ['phone_key'] : []),
    ...(own.same_alt_email ? ['alt_email'] : []),
    ...(own.same_alt_phone ? ['alt_phone'] : []),
    ...(own.same_external_id ? ['external_id'] : []),
  ]
  const scope = own.duplicate_where === 'everywhere' ? [] : [own.duplicate_where]
  const groups =
    own.duplicate_match === 'all' && names.length > 0 ? [names] : names.map((one) => [one])
  return {
    groups: groups.map((group) => [...group, ...scope]),
    hours: own.duplicate_hours,
    ...(own.duplicate_action === 'mark' && { mark: 'is_duplicate' }),
    ...(own.duplicate_action === 'fill' && { fill: true }),
  }
}
