import { sql } from 'kysely'

import { messageOf, type Texts } from '#schema'
import { fingerprints, idsBy, insertRows, messageAbout, type Backend, type Sql } from '#server'

import { writtenKeys } from '../leads/failedLead/writtenKeys.server.ts'
import { msg } from '../msg.server.ts'
import { listedValue } from '../leads/blackList/listedKeys.server.ts'

const hour = 3_600_000

/** A message that the engine says where it reads rows. */
function ofEngine(key: string, english: string, values?: Texts): string {
  return messageOf(`messages.${key}`, english, values)
}

/** Rows that did not pass intake in the last days: reserved domains, numbers for fiction. */
const refused = [
  [
    'bad_email',
    ['E-mail', msg('enter_an_e_mail_address_like_name')],
    'Lena',
    'Vogt',
    'lena.vogt(at)example.com',
    '+49 30 901820',
    'DE',
  ],
  [
    'phone_damaged',
    [
      'Phone',
      ofEngine(
        'a_spreadsheet_has_cut_digits_off_this',
        'A spreadsheet has cut digits off this number',
      ),
    ],
    'Marc',
    'Petit',
    'marc.petit@example.net',
    '3.36E+10',
    'FR',
  ],
  [
    'bad_phone',
    [
      'Phone',
      ofEngine(
        'without_a_country_the_number_needs_its',
        'Without a country the number needs its country code (+…)',
      ),
    ],
    'Ewa',
    'Nowak',
    'ewa.nowak@example.org',
    '22 000 00 00',
    null,
  ],
  [
    'duplicate_in_file',
    [
      '',
      ofEngine('same_as_in_row', '%{label}: same as in row %{earlier}', {
        label: 'E-mail',
        earlier: '12',
      }),
    ],
    'Carla',
    'Rossi',
    'carla.rossi@example.com',
    null,
    'IT',
  ],
  [
    'missing_contact',
    ['E-mail', msg('give_an_e_mail_address_or_a')],
    'Jon',
    'Berg',
    null,
    null,
    'SE',
  ],
  [
    'bad_date',
    ['Date of birth', msg('enter_a_date_like', { example: '2026-01-31' })],
    'Ana',
    'Costa',
    'ana.costa@example.net',
    '+351 21 000 0000',
    'PT',
    '31.31.1990',
  ],
  [
    'unknown_country',
    ['Country', ofEngine('there_is_none_called', 'There is no "%{text}"', { text: 'Atlantis' })],
    'Tom',
    'Hill',
    'tom.hill@example.org',
    null,
    'Atlantis',
  ],
  [
    'black_list',
    ['', msg('this_person_must_not_be_taken_in')],
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

/** In the words in which intake says it. */
const saidOf = ([about, problem]: Said): string => (about ? messageAbout(about, problem) : problem)

type Said = readonly [about: string, problem: string]

/** What intake has refused, and whom it must refuse. */
export async function addRefused(database: Sql, backend: Backend, now: number): Promise<void> {
  const user = await idsBy(database, 'users', 'email')
  const { rows: sources } = await sql<{ id: number }>`
    select id from sources where is_active order by id limit 3`.execute(database)
  const failed = refused.map(
    ([reason_code, reason, first_name, last_name, email, phone, country, date_of_birth], at) => {
      const created_at = new Date(now - (at * 13 + 2) * hour).toISOString()
      const source = sources[at % sources.length]?.id ?? null
      const payload = {
        'First name': first_name,
        'Last name': last_name,
        Mail: email,
        Phone: phone,
        Country: country,
        ...(date_of_birth && { 'Date of birth': date_of_birth }),
      }
      return {
        origin: 'manual',
        source,
        user: user('importer@example.com'),
        reason_code,
        reason: saidOf(reason),
        first_name,
        last_name,
        email,
        phone,
        contact_keys: writtenKeys({ email, phone }),
        country,
        date_of_birth,
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
