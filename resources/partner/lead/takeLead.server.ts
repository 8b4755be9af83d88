import { sql } from 'kysely'

import { mapValues, fieldOf, labelOf, type FieldErrors } from '#schema'
import {
  joinMessages,
  messageAbout,
  RefusedRecord,
  RequestError,
  storable,
  submitRecord,
  type Context,
} from '#server'

import { failedLead } from '../../leads/failedLead/failedLead.ts'
import { refusedLead } from '../../leads/failedLead/refusedLead.server.ts'
import { closedSource } from '../../leads/intake/sourceRules.server.ts'
import { lead } from '../../leads/lead/lead.ts'
import { msg } from '../../msg.server.ts'
import type { Partner } from '../caller/partner.server.ts'
import { isOfOthers, withOtherFaults } from './otherFaults.server.ts'
import { readLead, type GivenLead } from './readLead.server.ts'

interface Accepted {
  readonly status: 201
  readonly body: {
    readonly data: {
      readonly id: number
      readonly state: 'accepted'
      readonly external_id: string | null
    }
  }
}

/** What a partner is answered of a lead that filled the one that is there, which has a number for who brought it. */
interface Updated {
  readonly status: 200
  readonly body: {
    readonly data: {
      readonly id?: number
      readonly state: 'updated'
      readonly external_id: string | null
    }
  }
}

/** What a partner is answered of a lead that became a failed one. */
export interface Refused {
  readonly status: 409 | 422
  readonly body: {
    readonly message: string
    readonly code: string
    readonly errors?: FieldErrors
    readonly data?: { readonly duplicate_of: number }
  }
}

/** What a partner is answered of one lead. */
export type Taken = Accepted | Updated | Refused

interface Reason {
  readonly code: string
  readonly errors: FieldErrors
  /** The lead that is there already. */
  readonly match?: number | undefined
}

/** Takes one lead of a partner in by the one intake; what is refused becomes a failed lead (product.md 5, 8.2). */
export async function takeLead(body: unknown, partner: Partner, context: Context): Promise<Taken> {
  const given = readLead(body, partner)
  const { external_id } = given.texts
  const before = external_id ? await takenBefore(external_id, partner, context) : undefined
  if (before?.is_fresh) return accepted(before.id, external_id)
  if (before) return duplicate(before.id)
  const { default_source: source, is_open } = partner
  if (!source) {
    const errors = { ...given.errors, source: [msg('partner_no_source')] }
    return refuse(given, { code: 'source_closed', errors }, partner, context)
  }
  const submitted = {
    texts: given.texts,
    values: { source, is_test: given.is_test },
    writing,
    computed: { department: partner.id },
    byField: true,
  } as const
  // The door comes before what is wrong with the lead itself (product.md 5).
  const found = is_open ? given.errors : { source: [closedSource], ...given.errors }
  if (Object.keys(found).length > 0) {
    const errors = given.isLead ? await withOtherFaults(found, submitted, context) : found
    return refuse(given, { code: is_open ? given.code : 'source_closed', errors }, partner, context)
  }
  try {
    const { id, is_filled } = await submitRecord(lead, submitted, context)
    if (!is_filled) return accepted(id, external_id)
    return updated(await ownAmong(id, partner, context), external_id)
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 422) throw error
    const reason = reasonOf(error, given)
    if (isOfOthers(reason.code)) return refuse(given, reason, partner, context)
    const errors = await withOtherFaults(reason.errors, submitted, context)
    return refuse(given, { ...reason, errors }, partner, context)
  }
}

const writing = { dateOrder: 'ymd', decimalSign: '.' } as const

const accepted = (id: number, external_id: string | undefined): Accepted => ({
  status: 201,
  body: { data: { id, state: 'accepted', external_id: external_id ?? null } },
})

const updated = (own: number | undefined, external_id: string | undefined): Updated => ({
  status: 200,
  body: {
    data: {
      ...(own !== undefined && { id: own }),
      state: 'updated',
      external_id: external_id ?? null,
    },
  },
})

/** The lead that a department has brought under its own name for it. A second call at the same moment waits. */
async function takenBefore(
  external_id: string,
  { id }: Partner,
  { sql: database }: Context,
): Promise<{ id: number; is_fresh: boolean } | undefined> {
  const name = `partner ${id} ${external_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 2))`.execute(database)
  const { rows } = await sql<{ id: number; is_fresh: boolean }>`
    select id, created_at > now() - interval '24 hours' as is_fresh from leads
    where department = ${id} and external_id collate "C" = ${external_id} and deleted_at is null
    order by id limit 1`.execute(database)
  return rows[0]
}

function reasonOf(error: RequestError, { texts }: GivenLead): Reason {
  const errors = error.errors ?? { '': [error.text] }
  const match = error instanceof RefusedRecord ? error.match : undefined
  const isMissing = !texts['email'] && !texts['phone'] && 'email' in errors
  const code = isMissing ? 'missing_contact' : codeOf(Object.keys(errors))
  return { code: error.code ?? code, errors, match }
}

/** Where the check that refused says no code, its field does. */
const codes: Readonly<Record<string, string>> = {
  email: 'bad_email',
  alt_email: 'bad_email',
  phone: 'bad_phone',
  alt_phone: 'bad_phone',
  date_of_birth: 'bad_date',
}

const codeOf = ([field = '']: readonly string[]): string => codes[field] ?? 'bad_value'

async function refuse(
  given: GivenLead,
  reason: Reason,
  partner: Partner,
  context: Context,
): Promise<Refused> {
  await keepFailed(given, reason, partner, context)
  const { code, errors, match } = reason
  if (code !== 'duplicate' && code !== 'duplicate_processing') {
    return { status: 422, body: { message: msg('partner_not_taken'), code, errors } }
  }
  return duplicate(await ownAmong(match, partner, context), code)
}

/** The id of a lead where the department brought that itself: of no other it is told. */
async function ownAmong(
  id: number | undefined,
  partner: Partner,
  { sql: database }: Context,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from leads
    where id = ${id ?? null}::bigint and department = ${partner.id} and deleted_at is null`.execute(
    database,
  )
  return rows[0]?.id
}

/** Says which lead it is only where the department brought that itself. */
const duplicate = (own: number | undefined, code = 'duplicate'): Refused => ({
  status: 409,
  body: {
    message: msg('there_is_a_lead_with_it_already'),
    code,
    ...(own !== undefined && { data: { duplicate_of: own } }),
  },
})

/** Of a partner that sends the same again and again, one is kept. */
async function keepFailed(
  { texts, is_test }: GivenLead,
  { code, errors, match }: Reason,
  partner: Partner,
  context: Context,
): Promise<void> {
  const { business } = context.backend
  const storedValues = mapValues(texts, (text) => storable(business, text))
  const reasons = Object.entries(errors).map(([name, [message = '']]) => {
    const field = fieldOf(lead, name)
    const part = field ? labelOf(name, field) : name
    return storable(business, part ? messageAbout(part, message) : message)
  })
  const refused: Parameters<typeof refusedLead.record>[0] = {
    origin: 'api',
    user: 0,
    texts: storedValues,
    values: { source: partner.default_source, is_test },
    writing,
    raw: storedValues,
    code,
    reason: joinMessages(reasons),
    ...(match !== undefined && { match }),
  }
  const { rows } = await sql`
    select from failed_leads
    where department = ${partner.id} and created_at > now() - interval '1 hour' and stage = 'open'
      and origin = 'api' and payload = ${JSON.stringify(storedValues)}::jsonb
    limit 1`.execute(context.sql)
  if (rows.length > 0) return
  const failed = refusedLead.record(refused)
  await context.records(failedLead).create({ ...failed, department: partner.id })
  await refusedLead.follow([refused], context)
}
