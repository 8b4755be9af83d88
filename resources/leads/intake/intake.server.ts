import { sql } from 'kysely'

import { groupBy, mayUnmask, type FieldErrors, type InputOf } from '#schema'
import {
  findSame,
  lockKeys,
  RefusedRecord,
  sameRule,
  createdSince,
  sharesKey,
  type Context,
  type RowProblem,
  type SameRule,
} from '#server'

import { isListed, listedContacts } from '../blackList/isListed.server.ts'
import { lead, type Lead } from '../lead/lead.ts'
import { withDefaults } from '../lead/leadDefaults.server.ts'
import { followNewStatus } from '../lead/status/leadStatus.server.ts'
import { closedSource, duplicateRule, rulesOf, type SourceRules } from './sourceRules.server.ts'
import { msg } from '../../msg.server.ts'

/** What is against a lead, and the field at which a person reads it; `match` is the lead that is there, or the entry of the black list. */
interface Problem extends RowProblem {
  readonly field: keyof Lead
  /** Whether who brings the lead may know which one is there. */
  readonly isKnown?: boolean
}

/**
 * A new lead that is typed or sent by itself, with its defaults. Throws RefusedRecord, with all that is against it; who sees
 * contacts masked is told what other leads or the black list have against it where nothing else is.
 */
export async function admitOne(
  input: InputOf<typeof lead>,
  context: Context,
): Promise<Partial<Lead>> {
  const { values, rules, status, before } = await withDefaults(input, context)
  const own = ownProblems(values, rules)
  if (!seesContacts(context)) await refuseUnseen(values, own, rules, context)
  const [listed = []] = await listedProblems([values], rules, context)
  const rule = sameRule(duplicateRule(rules, values))
  // Those of the usual rule are held already.
  if (rules.duplicates.own_duplicate_rule) await lockKeys(lead, [values], context.sql, rule.keys)
  // What a person has accepted as new was a duplicate before.
  const same = values.is_duplicate ? [] : await duplicatesOf(values, rule, context)
  const known = rule.mark ? [] : await asJustSent(same, before, context)
  // A duplicate uses up nothing of what a source may bring a day, whether it fills or is refused.
  const isFull = known.length === 0 && !values.is_test && (await roomLeft(rules, context)) <= 0
  const problems = [...own, ...listed, ...known, ...(isFull ? [full] : [])]
  const mayFill = rule.fill === true && problems.length === known.length
  if (problems.length > 0) throw refused(problems, { mayFill })
  return {
    ...values,
    ...(status && (await followNewStatus(status, values, context))),
    ...(same.length > 0 && { is_duplicate: true }),
  }
}

/** Refuses what would make a lead that is there one of its own duplicates. */
export async function refuseDuplicates(record: Partial<Lead>, context: Context, self: number) {
  const rule = sameRule(duplicateRule(await rulesOf(record.source, context.sql), record))
  await lockKeys(lead, [record], context.sql, rule.keys)
  if (record.is_duplicate || rule.mark) return
  const same = await duplicatesOf(record, rule, context, self)
  if (same.length > 0) throw refused(same)
}

/**
 * Refuses where one of many leads, as it will be, would be a duplicate of another lead that is there, be it one of them as it
 * was, or of another of them.
 */
export async function refuseDuplicatesAmong(leads: readonly Lead[], context: Context) {
  const groups = groupBy(leads, ({ source, is_test }) => `${source} ${is_test}`)
  for (const own of groups.values()) {
    const [first] = own
    const rules = await rulesOf(first?.source, context.sql)
    const rule = sameRule(duplicateRule(rules, first ?? {}))
    await lockKeys(lead, own, context.sql, rule.keys)
    const asked = rule.mark ? [] : own.filter((one) => !one.is_duplicate)
    const selves = asked.map(({ id }) => id)
    const query = { resource: lead, user: context.user, records: asked, selves, rule }
    const isTwice = sharesKey(asked, leads, rule)
    if (isTwice || (await findSame(query, context.sql)).length > 0)
      throw new RefusedRecord('duplicate', {})
  }
}

function refused(problems: readonly Problem[], how = {}): RefusedRecord {
  const errors: FieldErrors = {}
  for (const { field, message } of problems) errors[field] ??= [message]
  const { code = 'refused', match } = problems[0] ?? {}
  const same = problems.find((one) => one.code !== 'black_list' && one.match !== undefined)
  const isShown = same?.isKnown && (match ?? same.match) === same.match
  const shownIn = isShown ? lead.name : undefined
  return new RefusedRecord(code, errors, match ?? same?.match, { ...how, shownIn })
}

/** The same of the rows of a file, which are of one source; the first problem of each. */
export async function rowProblems(
  rows: readonly Partial<Lead>[],
  context: Context,
): Promise<(RowProblem | undefined)[]> {
  const rules = await rulesOf(rows[0]?.source, context.sql)
  if (!rules) return rows.map(() => undefined)
  const own = rows.map((one) => ownProblems(one, rules))
  const sound = rows.map((one, place) => (own[place]?.length === 0 ? one : {}))
  const listed = await listedProblems(sound, rules, context)
  return own.map(([first], place) => first ?? listed[place]?.[0])
}

/** What is against a new lead of a source by itself, in the order of product.md 5. */
const ownProblems = (one: Partial<Lead>, rules: SourceRules): Problem[] => [
  ...(rules.is_active ? [] : [closed]),
  ...consentProblems(one, rules),
  ...countryProblems(one, rules),
]

/** What the black list has against new leads of a source, by their places: however many they are, it is asked once. */
async function listedProblems(
  leads: readonly Partial<Lead>[],
  rules: SourceRules,
  context: Context,
): Promise<Problem[][]> {
  const listed = await isListed(leads, { source: rules.id }, context)
  if (listed.every((entry) => entry === undefined)) return leads.map(() => [])
  const known = leads.map((one, place) => (listed[place] === undefined ? {} : one))
  const fields = await listedContacts(known, context)
  return listed.map((entry, place) =>
    entry === undefined ? [] : (fields[place] ?? []).map((field) => forbids(field, entry)),
  )
}

/** Refuses what neither becomes a lead nor fills one, before any lead is looked for. */
async function refuseUnseen(
  { is_test }: Partial<Lead>,
  own: readonly Problem[],
  rules: SourceRules,
  context: Context,
): Promise<void> {
  const mayFill = duplicateRule(rules, {}).fill
  const isFull = !is_test && !mayFill && (await leftToday(rules, context)) <= 0
  if (isFull || own.length > 0) throw refused([...own, ...(isFull ? [full] : [])])
}

const seesContacts = ({ user }: Pick<Context, 'user'>) => mayUnmask(user, lead.fields.email)

/**
 * What is against the rows of a file that are no duplicates: these use up nothing of what a source may bring a day. `before`
 * of them a check has let in.
 */
export async function surplusProblems(
  rows: readonly Partial<Lead>[],
  { before }: { before: number },
  context: Context,
): Promise<(RowProblem | undefined)[]> {
  const rules = await rulesOf(rows[0]?.source, context.sql)
  const room = rules ? (await roomLeft(rules, context)) - before : Infinity
  return rows.map(({ is_test }, place) => (is_test || place < room ? undefined : full))
}

const closed: Problem = {
  code: 'source_closed',
  field: 'source',
  message: closedSource,
}

const full: Problem = {
  code: 'source_cap',
  field: 'source',
  message: msg('this_source_has_had_its_leads_of_today'),
}

const forbids = (field: keyof Lead, match: number): Problem => ({
  code: 'black_list',
  match,
  field,
  message: msg('this_person_must_not_be_taken_in'),
})

/** How many leads a source may bring today beside test leads. Two that ask at once stand in line. */
async function roomLeft(rules: SourceRules, context: Context): Promise<number> {
  if (rules.daily_cap !== null) {
    await sql`select from sources where id = ${rules.id} for no key update`.execute(context.sql)
  }
  return leftToday(rules, context)
}

async function leftToday({ id, daily_cap }: SourceRules, { sql: database }: Context) {
  if (daily_cap === null) return Infinity
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from leads where source = ${id} and created_at >= date_trunc('day', now()) and not is_test
      limit ${daily_cap}
    ) today`.execute(database)
  return daily_cap - (rows[0]?.count ?? 0)
}

function consentProblems(
  { consent_at, consent_text }: Partial<Lead>,
  rules: SourceRules,
): Problem[] {
  if (!rules.consent_required || (consent_at && consent_text)) return []
  const field = consent_at ? 'consent_text' : 'consent_at'
  return [{ code: 'consent_missing', field, message: msg('this_source_needs_a_consent') }]
}

function countryProblems(
  { country }: Partial<Lead>,
  { allowed_countries: allowed }: SourceRules,
): Problem[] {
  if (allowed.length === 0 || (country && allowed.includes(country))) return []
  return country
    ? [
        {
          code: 'country_not_allowed',
          field: 'country',
          message: msg('not_allowed_for_this_source'),
        },
      ]
    : [{ code: 'unknown_country', field: 'country', message: msg('this_source_needs_a_country') }]
}

/** The leads that one is a duplicate of, each with the field that says so. The keys of the lead must be held. */
async function duplicatesOf(
  values: Partial<Lead>,
  rule: SameRule,
  { user, sql: database }: Context,
  self = 0,
): Promise<Problem[]> {
  const query = { resource: lead, user, records: [values], selves: [self], rule }
  const found = await findSame(query, database)
  return found.flatMap(({ key, id }) =>
    (rule.keys[key]?.names ?? []).flatMap((name): Problem[] => {
      const field = shownBy[name]
      if (!field) return []
      const isKnown = lead.access.show(user) === true && seesContacts({ user })
      const message = isKnown
        ? msg('there_is_a_lead_with_it', { id })
        : msg('there_is_a_lead_with_it_already')
      return [{ code: 'duplicate', field, message, match: id, isKnown }]
    }),
  )
}

/** Duplicates, told apart where the other lead was still being saved when this one came. */
async function asJustSent(
  duplicates: readonly Problem[],
  before: string,
  { sql: database }: Context,
): Promise<Problem[]> {
  const ids = duplicates.flatMap(({ match = [] }) => match)
  const late = await createdSince(before, { resource: lead, ids }, database)
  return duplicates.map((one) =>
    late.has(one.match ?? 0) ? { ...one, code: 'duplicate_processing' } : one,
  )
}

/** The field in which people see what is compared. */
const shownBy: Readonly<Record<string, keyof Lead>> = {
  email_key: 'email',
  phone_key: 'phone',
  alt_email: 'alt_email',
  alt_phone: 'alt_phone',
  external_id: 'external_id',
}
