import { sql, type RawBuilder } from 'kysely'

import type { RecordOf } from '#schema'
import { insertRows, terms, type Sql, type Terms } from '#server'

import type { retention } from './retention.ts'

export type Rule = RecordOf<typeof retention>
type Subject = Rule['subject']

const minutesOf = { minutes: 1, hours: 60, days: 1_440 }

interface Kept {
  readonly unit: Rule['unit']
  /** As product.md 15.3 has it, in this unit. */
  readonly term: number
  readonly min?: number
  readonly max?: number
  /** What is older than so many days and would go. What has none is short of life: its rule is never off and begins at once. */
  old?(days: number): RawBuilder<unknown>
}

const days = (minutes: number) => ({ unit: 'days', term: minutes / minutesOf.days }) as const

/** What is kept for a time. The engine has its own part of the times, which hold where no rule says otherwise. */
export const keptFor: Readonly<Record<Subject, Kept>> = {
  leads: {
    unit: 'days',
    term: 730,
    old: (age) => sql`leads where created_at < ${ago(age)} and updated_at < ${ago(age)}
      and stage <> 'erased' and not exists (
        select from lead_comments c where c.lead = leads.id and c.created_at >= ${ago(age)}
      )`,
  },
  failed_leads: {
    unit: 'days',
    term: 90,
    old: (age) => sql`failed_leads where payload is not null and created_at < ${ago(age)}`,
  },
  requests: {
    ...days(terms.requests),
    old: (age) => sql`requests where created_at < ${ago(age)}`,
  },
  request_bodies: {
    ...days(terms.request_bodies),
    old: (age) => sql`requests where created_at < ${ago(age)}
      and (request is not null or response is not null)`,
  },
  exports: { unit: 'hours', term: terms.exports / minutesOf.hours, max: 168 },
  auto_login_links: { unit: 'minutes', term: 15, max: 1_440 },
  jobs: {
    ...days(terms.jobs),
    old: (age) => sql`jobs where updated_at < ${ago(age)}
      and (parameters is not null or result is not null)`,
  },
  audit_log: {
    ...days(terms.audit_log),
    min: terms.audit_log / minutesOf.days,
    old: (age) => sql`audit_log where at < ${ago(age)}`,
  },
}

const ago = (age: number) => sql`now() - ${age} * interval '1 day'`

/** Rules whose subject would lose something at the first start: people have a week to object. */
const waitsAtFirst: ReadonlySet<string> = new Set<Subject>(['leads', 'audit_log'])
/** Days in which people may still object to a rule that empties more. */
export const waitingDays = 7

export const afterWaiting = () => new Date(Date.now() + waitingDays * 86_400_000).toISOString()

/** Adds the rules that are not there yet, as product.md has them. */
export async function completeRules(database: Sql): Promise<void> {
  const { rows } = await sql<{ subject: string }>`select subject from retention_rules`.execute(
    database,
  )
  const known = new Set(rows.map(({ subject }) => subject))
  const missing = Object.entries(keptFor).filter(([subject]) => !known.has(subject))
  const now = new Date().toISOString()
  await insertRows(
    database,
    'retention_rules',
    missing.map(([subject, { unit, term }]) => ({
      subject,
      unit,
      term,
      starts_at: waitsAtFirst.has(subject) ? afterWaiting() : now,
    })),
  )
}

type InForce = Pick<Rule, 'term' | 'is_active' | 'starts_at' | 'in_force'>

/** For how long the subject of a rule is kept at this moment, in the rule's unit; null for ever. */
export function termInForce({ is_active, starts_at, term, in_force }: InForce): number | null {
  if (!is_active || !starts_at) return null
  return new Date(starts_at) <= new Date() ? term : in_force
}

/** For how many minutes things are kept at this moment; null for ever. */
export async function termsOfRules(
  database: Sql,
): Promise<Terms & Readonly<Partial<Record<Subject, number | null>>>> {
  const { rows } = await sql<InForce & Pick<Rule, 'subject' | 'unit'>>`
    select subject, term, unit, is_active, starts_at, in_force from retention_rules`.execute(
    database,
  )
  return Object.fromEntries(
    rows.map((rule) => {
      const term = termInForce(rule)
      return [rule.subject, term === null ? null : term * minutesOf[rule.unit]]
    }),
  )
}
