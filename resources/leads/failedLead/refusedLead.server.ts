import { sql } from 'kysely'

import type { Context, Refused, Refusing } from '#server'

import { countHits } from '../blackList/isListed.server.ts'
import { importFields } from '../lead/leadViews.ts'
import { failedLead, type FailedLead } from './failedLead.ts'
import { reasonOf } from './reasons.ts'
import { storedReason } from './storedReason.server.ts'
import { writtenKeys } from './writtenKeys.server.ts'

/** Keeps what did not become a lead as a failed one (product.md 5). */
export const refusedLead = {
  into: failedLead,

  record({ texts, values, writing, raw, code, match, ...refused }: Refused): Partial<FailedLead> {
    return {
      ...shortened(texts),
      contact_keys: writtenKeys(texts),
      origin: refused.origin,
      user: refused.user || null,
      import: refused.import ?? null,
      row_number: refused.row ?? null,
      source: typeof values['source'] === 'number' ? values['source'] : null,
      is_test: values['is_test'] === true,
      reason_code: reasonOf(code),
      reason: storedReason(refused.reason),
      // Of the black list it is an entry.
      matched_lead: (code !== 'black_list' && match) || null,
      payload: raw,
      settings: { ...values, ...writing },
    }
  },

  // Once for each that is kept: neither a check nor a second try counts.
  follow: (refusals, context) =>
    countHits(
      refusals.map(({ code, match }) => (code === 'black_list' ? match : undefined)),
      context,
    ),

  // What somebody has settled stays as it is.
  undone: (ids, context) =>
    context
      .records(failedLead)
      .updateAll(
        ids,
        (held) =>
          new Map(
            held.flatMap(({ id, stage }) =>
              stage === 'open' ? [[id, { stage: 'discarded' }]] : [],
            ),
          ),
        { reads: ['id', 'stage'] },
      ),

  // Who presses the button again has not failed twice.
  async isKept({ user, payload }: Partial<FailedLead>, { sql: database }: Context) {
    const { rows } = await sql`
      select from failed_leads
      where "user" = ${user} and created_at > now() - interval '1 hour' and stage = 'open'
        and origin = 'manual' and payload = ${JSON.stringify(payload)}::jsonb
      limit 1`.execute(database)
    return rows.length > 0
  },
} satisfies Refusing

/** What is longer than a field is whole in the payload alone. */
function shortened(texts: Refused['texts']): Partial<FailedLead> {
  const entries = importFields.flatMap((name): [string, string][] => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined
    return text === undefined ? [] : [[name, [...text].slice(0, limits[name] ?? 2_000).join('')]]
  })
  return Object.fromEntries(entries)
}

/** Of those that an index holds. */
const limits: Readonly<Record<string, number>> = { email: 300, phone: 300 }
