import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { dayOn, renderMessage } from '#schema'

import { msg } from '../../../../resources/msg.server.ts'
import type { Client } from '../../../fixtures/server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
let admin: Client

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())

afterEach(() => sending.clearLine())

/** A department, with what belongs to it, and leads that it may get. */
interface World {
  readonly department: number
  readonly broker: number
  readonly integration: number
  readonly leads: readonly number[]
}

type Spoil = (world: World) => string | Promise<unknown>

/** How a send stands in the history. */
type End = readonly [state: 'skipped' | 'waiting', status: string]

interface Case {
  readonly made?: Parameters<Sending['department']>[1] & { lead?: Record<string, unknown> }
  /** What is so before: nothing is against it. */
  readonly before?: Spoil
  /** What is changed then. */
  readonly spoil: Spoil
  readonly planned: End
  /** At the call, of what was planned before. */
  readonly called?: End
  /** What is told beside the reason, where there is more than one cause or limit. */
  readonly says?: string | RegExp
}

const skipped = (status: string): End => ['skipped', status]
const waiting = (status: string): End => ['waiting', status]

const lead = (set: string) => (world: World) =>
  `update leads set ${set} where id in (${world.leads.join()})`
const department = (set: string) => (world: World) =>
  `update broker_departments set ${set} where id = ${world.department}`
const broker = (set: string) => (world: World) =>
  `update brokers set ${set} where id = ${world.broker}`
const integration = (set: string) => (world: World) =>
  `update send_integrations set ${set} where id = ${world.integration}`
/** Names a record of a list among the targets of a department or a broker. */
const target = (table: string, record: 'department' | 'broker', which: string) => (world: World) =>
  `insert into ${table} (record_id, target_id) select ${world[record]}, (${which}) on conflict do nothing`

const country = (code: string) => `select id from countries where iso_3166_2 = '${code}'`
const language = (code: string) => `select id from languages where code = '${code}'`
const own = `select min(id) from sources`
const other = `insert into sources (name) values (gen_random_uuid()::text) returning id`

/** A send of each lead that another department, or this one, has had. */
const earlier =
  (state: string, { at = 'now()', to = 'department' }: { at?: string; to?: string } = {}) =>
  (world: World) =>
    `
  insert into sends (uuid, lead, department, broker, state, sent_at, send_key, created_at)
  select gen_random_uuid()::text, l.id, d.id, d.broker_id, '${state}',
    case when '${state}' = 'sent' then ${at} end, gen_random_uuid()::text, now() - interval '30 days'
  from leads l, broker_departments d where l.id in (${world.leads.join()}) and ${
    to === 'department' ? `d.id = ${world.department}` : `d.branch_name = '${to}'`
  }`

/** Another broker of a company of this one. */
const companion = async (world: World, state: string) => {
  const name = `Companion ${world.department}`
  const desk = await sending.department('success', { department: { branch_name: name } })
  await sending.query(`
    with company as (insert into affiliate_companies (name) values ('${name}') returning id)
    insert into brokers_affiliate_companies (record_id, target_id)
    select b.id, company.id from company, brokers b where b.id in (${world.broker}, (
      select broker_id from broker_departments where id = ${desk}))`)
  await sending.query(earlier(state, { to: name })(world))
}

const blackListed = async ({ leads }: World, scope: object = {}) => {
  for (const id of leads) {
    const { email } = await sending.lead(id)
    const value = { type: 'email', value: email, reason: 'asked', block_existing: false, ...scope }
    expect(await admin.post('/lead/black_list', value)).toMatchObject({ status: 201 })
    await sending.query(`
      update leads set email_key = email, email_hmac = (
        select hash from black_list order by id desc limit 1) where id = ${id}`)
  }
}

/** As leads of an earlier release are until their fingerprints are made. */
const unfinished = async (world: World) => {
  await blackListed(world)
  return `update leads set email_hmac = null, email_key = email where id = any(array[${world.leads.join()}])`
}

/** On the list of another department, broker or source, and then on that of the lead's own. */
const blackListedIn = (scope: 'department' | 'broker' | 'source'): Case => ({
  async before(world) {
    const department = await sending.department('success')
    const [{ broker }] = await sending.query(
      `select broker_id as broker from broker_departments where id = ${department}`,
    )
    const [{ id: source }] = await sending.query(other)
    await blackListed(world, { scope, [scope]: { department, broker, source }[scope] })
  },
  async spoil(world) {
    const [{ source }] = await sending.query(
      `select source from leads where id = ${world.leads[0]}`,
    )
    await blackListed(world, { scope, [scope]: { ...world, source }[scope] })
  },
  planned: skipped('Black list'),
})

const withStatus = async ({ leads }: World, can_send: boolean) => {
  const [{ id }] = await sending.query(`
    insert into statuses (name, text_color, bg_color, "group")
    values (gen_random_uuid()::text, '#000000', '#ffffff', 'negative') returning id`)
  await sending.query(`
    insert into lead_status_settings (status, scope, can_send) values (${id}, 'all', ${can_send})`)
  await sending.query(`update leads set status = ${id} where id in (${leads.join()})`)
}

/** The day on which somebody was born who is so many years old today, or will be in some days. */
function born(years: number, inDays = 0): string {
  const day = new Date(Date.now() + inDays * 86_400_000)
  const [year = '', ...rest] = dayOn({ at: day, zone: 'UTC' }).split('-')
  return [Number(year) - years, ...rest].join('-').replace(/02-29$/, '02-28')
}

const cap = (period: string) => (world: World) =>
  `
  insert into department_caps (department, period, "limit", counts)
  values (${world.department}, '${period}', 0, 'accepted')`

const closed = `opening_hours = '[{"day": "${
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(Date.now() + 3 * 86_400_000).getDay()]
}", "from": "09:00", "to": "10:00"}]'`

const room = String.raw`; there is room from \d{4}-\d\d-\d\d`
const capSays = {
  total: 'It takes 0 leads in all',
  month: new RegExp(`^It takes 0 leads a month${room} 00:00 .UTC.$`),
  week: new RegExp(`^It takes 0 leads a week${room} 00:00 .UTC.$`),
  day: new RegExp(`^It takes 0 leads a day${room} 00:00 .UTC.$`),
  hour: new RegExp(String.raw`^It takes 0 leads an hour${room} \d\d:00 .UTC.$`),
}

const rests = { planned: skipped('Integration paused'), called: waiting('Integration paused') }

const cases: Readonly<Record<string, Case>> = {
  '1 the lead is erased': { spoil: lead(`stage = 'erased'`), planned: skipped('Invalid data') },
  '1 the lead is deleted': { spoil: lead('deleted_at = now()'), planned: skipped('Invalid data') },
  '1 the lead is blocked': { spoil: lead(`stage = 'blocked'`), planned: skipped('Black list') },
  '1 a test lead is for test departments': {
    spoil: lead('is_test = true'),
    planned: skipped('Invalid data'),
  },
  '1 a test department takes test leads alone': {
    made: { department: { is_test: true }, lead: { is_test: true } },
    spoil: lead('is_test = false'),
    planned: skipped('Invalid data'),
  },
  '2 the person is on the black list': {
    spoil: (world) => blackListed(world),
    planned: skipped('Black list'),
  },
  '2 the person is on the black list before its fingerprints are made': {
    spoil: unfinished,
    planned: skipped('Black list'),
  },
  '2 the person is on the black list of the department': blackListedIn('department'),
  '2 the person is on the black list of the broker': blackListedIn('broker'),
  '2 the person is on the black list of the source': blackListedIn('source'),
  '3 the lead is not available yet': {
    before: lead(`not_available_till = now() - interval '1 minute'`),
    spoil: lead(`not_available_till = now() + interval '1 hour'`),
    planned: skipped('Not available yet'),
  },
  '4 leads of its status are not sent': {
    before: (world) => withStatus(world, true),
    spoil: (world) => withStatus(world, false),
    planned: skipped('Not available yet'),
  },
  '5 the department has it': { spoil: earlier('sent'), planned: skipped('Already sent') },
  '5 the department may have it again after more days': {
    made: { department: { resend_after_days: 5 } },
    before: earlier('sent', { at: `now() - interval '10 days'` }),
    spoil: department('resend_after_days = 20'),
    planned: skipped('Already sent'),
  },
  '5 the department may not have it again any more': {
    made: { department: { resend_after_days: 5 } },
    before: earlier('sent', { at: `now() - interval '10 days'` }),
    spoil: department('resend_after_days = null'),
    planned: skipped('Already sent'),
  },
  'G4 6 a broker of the same company has it': {
    before: (world) => companion(world, 'rejected'),
    spoil: (world) => earlier('sent', { to: `Companion ${world.department}` })(world),
    planned: skipped('Same affiliate company'),
    says: /^“.+” has it$/,
  },
  'G4 6 a broker of the same company may have it': {
    before: (world) => companion(world, 'returned'),
    spoil: (world) => earlier('unknown', { to: `Companion ${world.department}` })(world),
    // It is in doubt at another department besides.
    planned: skipped('Already sent'),
    called: skipped('Same affiliate company'),
  },
  'G4 6 a broker of the same company is being asked': {
    before: (world) => companion(world, 'failed'),
    spoil: (world) => earlier('sending', { to: `Companion ${world.department}` })(world),
    planned: waiting('Same affiliate company'),
  },
  '6 the department minds what brokers of the same company have': {
    made: { department: { block_same_company: false } },
    before: (world) => companion(world, 'sent'),
    spoil: department('block_same_company = true'),
    planned: skipped('Same affiliate company'),
  },
  '7 the broker is not active': {
    spoil: broker('is_active = false'),
    says: 'The broker is not active',
    ...rests,
  },
  '7 the contract is over': {
    before: broker('contract_expires_in = current_date + 1'),
    spoil: broker('contract_expires_in = current_date - 1'),
    planned: skipped('Contract expired'),
  },
  '7 the department is not active': {
    spoil: department('is_active = false'),
    says: 'The department is paused',
    ...rests,
  },
  '7 the department is paused for a reason': {
    spoil: department(`is_active = false, pause_reason = 'Holidays'`),
    says: 'The department is paused: “Holidays”',
    ...rests,
  },
  '7 the integration is paused': {
    spoil: integration(`state = 'paused'`),
    says: 'Its integration is paused',
    ...rests,
  },
  '7 the integration is paused for a reason': {
    spoil: integration(`state = 'paused', pause_reason = 'A new key comes'`),
    says: 'Its integration is paused: “A new key comes”',
    ...rests,
  },
  '7 the integration has paused itself': {
    spoil: integration(
      `state = 'auto_paused', pause_reason = '${msg('errors_in_a_row', { count: 10 })}'`,
    ),
    says: 'Its integration has paused itself: 10 errors in a row',
    ...rests,
  },
  '7 the integration is a draft': {
    spoil: integration(`state = 'draft'`),
    says: 'Its integration is not active yet',
    ...rests,
  },
  '7 the integration pushes nothing': { spoil: integration('push_active = false'), ...rests },
  '8 the country is not one of the broker': {
    before: target('brokers_allowed_countries', 'broker', country('DE')),
    spoil: lead(`country = (${country('FR')})`),
    planned: skipped('Country not accepted'),
    made: { lead: { country: 'DE' } },
  },
  '8 the country is blocked for the broker': {
    spoil: target('brokers_blocked_countries', 'broker', country('DE')),
    planned: skipped('Country not accepted'),
    made: { lead: { country: 'DE' } },
  },
  '8 the country is not one of the department': {
    before: target('broker_departments_accept_countries', 'department', country('DE')),
    spoil: lead('country = null'),
    planned: skipped('Country not accepted'),
    made: { lead: { country: 'DE' } },
  },
  '8 the language is not one of the department': {
    before: target('broker_departments_accept_languages', 'department', language('de')),
    spoil: lead(`language = (${language('fr')})`),
    planned: skipped('Invalid data'),
    made: { lead: { language: 'de' } },
  },
  '8 the source is not one of the department': {
    before: target('broker_departments_accept_sources', 'department', own),
    spoil: (world) =>
      `with other as (${other}) update leads set source = other.id from other where leads.id in (${world.leads.join()})`,
    planned: skipped('Invalid data'),
  },
  '8 the source is blocked for the department': {
    spoil: target('broker_departments_block_sources', 'department', own),
    planned: skipped('Invalid data'),
  },
  '8 the lead is too old': {
    made: { department: { max_lead_age_days: 3 } },
    before: lead(`created_at = now() - interval '2 days'`),
    spoil: lead(`created_at = now() - interval '4 days'`),
    planned: skipped('Invalid data'),
    says: /The lead is older than the 3 days that the department takes$/,
  },
  'G3 8 the person is not of age, whatever the department says': {
    before: lead(`date_of_birth = '${born(18)}'`),
    spoil: lead(`date_of_birth = '${born(18, 2)}'`),
    planned: skipped('Under age'),
    says: 'The department takes people from 18 years on',
  },
  'G3 8 the person is too young for the department': {
    made: { department: { min_age_years: 25 } },
    before: lead(`date_of_birth = '${born(25)}'`),
    spoil: lead(`date_of_birth = '${born(25, 2)}'`),
    planned: skipped('Under age'),
    says: 'The department takes people from 25 years on',
  },
  '8 a field that the department wants is empty': {
    made: { department: { required_fields: ['city'] }, lead: { city: 'Bonn' } },
    spoil: lead('city = null'),
    planned: skipped('Missing required field'),
    says: 'Missing: City',
  },
  '8 a field that its integration must send is empty': {
    made: { lead: { city: 'Bonn' } },
    spoil: async (world) => {
      const rows = integration(
        `mapping = mapping || '[{"target": "town", "kind": "field", "value": "city", "required": true},
          {"target": "from", "kind": "field", "value": "source.name", "required": true},
          {"target": "state", "kind": "field", "value": "region", "required": true, "default": "None"}]'`,
      )
      await sending.query(String(rows(world)))
      return lead('city = null')(world)
    },
    planned: skipped('Missing required field'),
    says: 'Missing: City',
  },
  '8 the department wants a consent': {
    made: { department: { needs_consent: true } },
    before: lead('consent_at = now()'),
    spoil: lead('consent_at = null'),
    planned: skipped('Missing required field'),
  },
  '9 a cap of a country is full': {
    made: { lead: { country: 'DE' } },
    spoil: (world) =>
      `${cap('day')(world)
        .replace('counts)', 'counts, country)')
        .replace(/\)$/, `, (${country('DE')}))`)}`,
    planned: skipped('Cap reached'),
    says: /^It takes 0 leads a day of Germany; there is room from \d{4}-\d\d-\d\d 00:00 \(UTC\)$/,
  },
  ...Object.fromEntries(
    (['total', 'month', 'week', 'day', 'hour'] as const).flatMap((period) => [
      [
        `9 the cap of the ${period} is full`,
        { spoil: cap(period), planned: skipped('Cap reached'), says: capSays[period] },
      ],
      [
        `9 the cap of the ${period} is full, and leads wait`,
        {
          made: { department: { cap_action: 'wait' } },
          spoil: cap(period),
          planned: waiting('Cap reached'),
          says: capSays[period],
        },
      ],
    ]),
  ),
  '10 the department is closed': {
    spoil: department(closed),
    planned: waiting('Outside opening hours'),
    says: /^It opens on \d{4}-\d\d-\d\d at 09:00 \(UTC\)$/,
  },
  '10 the department is closed, and leads do not wait': {
    made: { department: { off_hours_action: 'skip' } },
    spoil: department(closed),
    planned: skipped('Outside opening hours'),
  },
}

/** Of fields that point at reference data the code is given. */
async function idsOf({ country: of, language: spoken, ...rest }: Record<string, unknown> = {}) {
  const id = async (text: string) => (await sending.query(text))[0].id
  return {
    ...rest,
    ...(of !== undefined && { country: await id(country(String(of))) }),
    ...(spoken !== undefined && { language: await id(language(String(spoken))) }),
  }
}

async function run(step: Spoil | undefined, world: World): Promise<void> {
  const text = await step?.(world)
  if (typeof text === 'string') await sending.query(text)
}

describe('before a lead is sent it is asked', () => {
  test.each(Object.entries(cases))('whether %s', async (_name, one) => {
    const { made, before, spoil, planned, called = planned, says } = one
    const id = await sending.department('success', made)
    const leads = await sending.leads(2, await idsOf(made?.lead))
    const [parts] = await sending.query(
      `select id as integration, broker from send_integrations where department = ${id}`,
    )
    const world: World = { department: id, leads, ...parts }
    await run(before, world)
    const [first = 0, second = 0] = leads
    await sending.plan([first], { departments: [id] })
    /** Of a send that was planned: only such a one says what was weighed. */
    const standing = async (of: number) => {
      const planned = (await sending.sends(id)).find((send) => send.lead === of && send.plan)
      return [planned.state, planned.failure_status]
    }
    expect(await standing(first)).toEqual(['pending', null])
    await run(spoil, world)
    await sending.plan([second], { departments: [id] })
    expect(await standing(second)).toEqual(planned)
    if (says) {
      const [told] = await sending.query(
        `select failure_message as text from sends where lead = ${second} and department = ${id} and plan is not null`,
      )
      expect(renderMessage(told.text ?? '')).toEqual(
        typeof says === 'string' ? says : expect.stringMatching(says),
      )
    }
    expect((await sending.claim()).claimed).toEqual([])
    expect(await standing(first)).toEqual(called)
  })
})

/** What is against a lead, in the order in which it is asked, with what takes it away again. */
const faults: readonly [spoil: Spoil, mend: Spoil, told: string][] = [
  [lead('is_test = true'), lead('is_test = false'), 'Invalid data'],
  [(world) => blackListed(world), () => 'delete from black_list', 'Black list'],
  [
    lead(`not_available_till = now() + interval '1 hour'`),
    lead('not_available_till = null'),
    'Not available yet',
  ],
  [(world) => withStatus(world, false), lead('status = null'), 'Not available yet'],
  [
    earlier('sent'),
    ({ department: own }) =>
      `update sends set state = 'returned' where department = ${own} and state = 'sent'`,
    'Already sent',
  ],
  [
    (world) => companion(world, 'sent'),
    department('block_same_company = false'),
    'Same affiliate company',
  ],
  [
    broker('contract_expires_in = current_date - 1'),
    broker('contract_expires_in = null'),
    'Contract expired',
  ],
  [integration(`state = 'paused'`), integration(`state = 'active'`), 'Integration paused'],
  [
    target('brokers_blocked_countries', 'broker', country('DE')),
    ({ broker: own }) => `delete from brokers_blocked_countries where record_id = ${own}`,
    'Country not accepted',
  ],
  [
    target('broker_departments_accept_languages', 'department', language('de')),
    ({ department: own }) =>
      `delete from broker_departments_accept_languages where record_id = ${own}`,
    'Invalid data',
  ],
  [lead(`date_of_birth = '${born(17)}'`), lead('date_of_birth = null'), 'Under age'],
  [
    department(`required_fields = '{city}'`),
    department('required_fields = null'),
    'Missing required field',
  ],
  [
    cap('day'),
    ({ department: own }) => `delete from department_caps where department = ${own}`,
    'Cap reached',
  ],
  [
    department(`${closed}, off_hours_action = 'skip'`),
    department('opening_hours = null'),
    'Outside opening hours',
  ],
]

test('6.2: of all that is against a lead the first in the order of the checks is told', async () => {
  const id = await sending.department('success')
  const leads = await sending.leads(1, await idsOf({ country: 'DE' }))
  const [parts] = await sending.query(
    `select id as integration, broker from send_integrations where department = ${id}`,
  )
  const world: World = { department: id, leads, ...parts }
  for (const [spoil] of faults) await run(spoil, world)
  const told: string[] = []
  for (const [, mend] of faults) {
    await sending.plan(leads, { departments: [id] })
    told.push((await sending.sends(id)).at(-1).failure_status)
    await run(mend, world)
  }
  expect(told).toEqual(faults.map(([, , status]) => status))
  await sending.plan(leads, { departments: [id] })
  expect((await sending.sends(id)).at(-1).state).toBe('pending')
})

test('8 which fields are empty is told by their labels', async () => {
  const id = await sending.department('success', {
    department: { required_fields: ['city', 'alt_phone'], needs_consent: true },
  })
  const leads = await sending.leads(1, {})
  await sending.plan(leads, { departments: [id] })
  const { failure_message, id: send } = (await sending.sends(id)).at(-1)
  expect(renderMessage(failure_message)).toBe('Missing: City, Other phone, Consent')
  const { data } = (await admin.speaking('ar').get(`/lead/history/${send}`)).body
  expect(data.failure_message).not.toMatch(/[A-Za-z]/)
})

describe('11 an integration', () => {
  test('is called no more often at once than it may be', async () => {
    const id = await sending.department('success', { integration: { concurrency: 2 } })
    await sending.plan(await sending.leads(3), { departments: [id] })
    expect((await sending.claim()).claimed).toHaveLength(2)
    expect((await sending.claim()).claimed).toHaveLength(0)
  })

  test('is called no faster than it may be', async () => {
    const limits = { rate_count: 1, rate_seconds: 3_600 }
    const id = await sending.department('success', { integration: limits })
    await sending.plan(await sending.leads(2), { departments: [id] })
    expect((await sending.claim()).claimed).toHaveLength(1)
    expect((await sending.claim()).claimed).toHaveLength(0)
  })
})
