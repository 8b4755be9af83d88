import { sql } from 'kysely'

import { fingerprints, idsBy, insertRows, type Backend, type Sql } from '#server'

import { writtenKeys } from '../leads/failedLead/writtenKeys.server.ts'
import { listedValue } from '../leads/blackList/listedKeys.server.ts'

const hour = 3_600_000

/** Rows that did not pass intake in the last days: reserved domains, numbers for fiction. */
const refused = [
  [
    'bad_email',
    'E-mail: Enter an e-mail address like name@example.com',
    'Lena',
    'Vogt',
    'lena.vogt(at)example.com',
    '+49 30 901820',
    'DE',
  ],
  [
    'phone_damaged',
    'Phone: A spreadsheet has cut digits off this number',
    'Marc',
    'Petit',
    'marc.petit@example.net',
    '3.36E+10',
    'FR',
  ],
  [
    'bad_phone',
    'Phone: Without a country the number needs its calling code',
    'Ewa',
    'Nowak',
    'ewa.nowak@example.org',
    '22 000 00 00',
    null,
  ],
  [
    'duplicate_in_file',
    'E-mail: same as in row 12',
    'Carla',
    'Rossi',
    'carla.rossi@example.com',
    null,
    'IT',
  ],
  [
    'missing_contact',
    'E-mail: Give an e-mail address or a phone number',
    'Jon',
    'Berg',
    null,
    null,
    'SE',
  ],
  [
    'bad_date',
    'Date of birth: Enter a date like 2026-01-31',
    'Ana',
    'Costa',
    'ana.costa@example.net',
    '+351 21 000 0000',
    'PT',
  ],
  [
    'unknown_country',
    'Country: There is none called "Atlantis"',
    'Tom',
    'Hill',
    'tom.hill@example.org',
    '+44 20 7946 0991',
    'Atlantis',
  ],
  [
    'black_list',
    'The black list forbids this lead',
    'Ida',
    'Holm',
    'ida.holm@example.com',
    null,
    'DK',
  ],
] as const

const listed = [
  ['email', 'ida.holm@example.com', 'Asked us by letter to be forgotten', 'request'],
  ['phone', '+442079460999', 'Threatened an agent', 'manual'],
  ['email_domain', 'mailinator.example', 'Throw-away addresses', 'manual'],
  ['phone_prefix', '+88213', 'Satellite phones', 'manual'],
  ['ip', '203.0.113.66', 'Form filled in by a robot', 'manual'],
] as const

/** What intake has refused, and whom it must refuse. */
export async function addRefused(database: Sql, backend: Backend, now: number): Promise<void> {
  const user = await idsBy(database, 'users', 'email')
  const { rows: sources } = await sql<{ id: number }>`
    select id from sources where is_active order by id limit 3`.execute(database)
  const failed = refused.map(
    ([reason_code, reason, first_name, last_name, email, phone, country], at) => {
      const created_at = new Date(now - (at * 13 + 2) * hour).toISOString()
      const source = sources[at % sources.length]?.id ?? null
      const payload = {
        'First name': first_name,
        'Last name': last_name,
        Mail: email,
        Phone: phone,
      }
      return {
        origin: 'manual',
        source,
        user: user('importer@example.com'),
        reason_code,
        reason,
        first_name,
        last_name,
        email,
        phone,
        contact_keys: writtenKeys({ email, phone }),
        country,
        payload,
        settings: { source },
        stage: at === 4 ? 'discarded' : 'open',
        created_at,
        updated_at: created_at,
        version: 1,
      }
    },
  )
  await insertRows(database, 'failed_leads', failed)
  const fingerprint = fingerprints(backend)
  const entries = listed.map(([type, value, reason, origin], at) => {
    const created_at = new Date(now - (at * 40 + 30) * hour).toISOString()
    return {
      type,
      ...listedValue(type, value, fingerprint),
      reason,
      origin,
      scope: 'all',
      block_existing: true,
      hits: at === 0 ? 1 : 0,
      last_hit_at: at === 0 ? new Date(now - 93 * hour).toISOString() : null,
      user: user('privacy@example.com'),
      created_at,
      updated_at: created_at,
      version: 1,
    }
  })
  await insertRows(database, 'black_list', entries)
}
