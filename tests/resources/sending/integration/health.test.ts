import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending()
}, 60_000)
afterAll(() => sending.close())

interface Past {
  readonly integration?: Readonly<Record<string, unknown>>
  /** How the sends of it ended, and how often. */
  readonly ends?: Readonly<Record<string, number>>
  readonly sends?: string
}

const pasts: Readonly<Record<string, [Past, light: string, health: string]>> = {
  'of which nearly all is taken': [{ ends: { sent: 24, unknown: 1 } }, 'green', 'well'],
  'that failed once since': [
    { integration: { errors_in_row: 1 }, ends: { sent: 9 } },
    'green',
    'well',
  ],
  'with more than a twentieth unknown': [{ ends: { sent: 9, unknown: 1 } }, 'amber', 'trouble'],
  'of which less than a quarter is taken': [{ ends: { sent: 1, rejected: 4 } }, 'amber', 'trouble'],
  'whose statuses do not come': [{ integration: { pull_failures: 1 } }, 'amber', 'trouble'],
  'of which nothing is taken': [{ ends: { rejected: 4, failed: 1 } }, 'red', 'broken'],
  'that paused by itself': [{ integration: { state: 'auto_paused' } }, 'red', 'broken'],
  'that somebody paused': [{ integration: { state: 'paused' } }, 'grey', 'off'],
  'whose tests alone were refused': [
    { ends: { rejected: 5 }, sends: 'is_test = true' },
    'green',
    'well',
  ],
  'that was refused the day before': [
    { ends: { rejected: 5 }, sends: `created_at = now() - interval '25 hours'` },
    'green',
    'well',
  ],
}

test('9.3: the light of an integration and the filter by its health say the same', async () => {
  const admin = await sending.server.as('Administrator')
  const ids = new Map<string, number>()
  for (const [name, [past]] of Object.entries(pasts)) ids.set(name, await addPast(past))
  const { data } = (await admin.get('/send/integration/health/all')).body
  for (const [name, [, light, health]] of Object.entries(pasts)) {
    const own = data.find((one: any) => one.id === ids.get(name))
    expect([name, own.light]).toEqual([name, light])
    const found = await admin.get(`/send/integration/search?health=${health}&per_page=100`)
    expect([name, found.body.data.map((one: any) => one.id)]).toEqual([
      name,
      expect.arrayContaining([ids.get(name)]),
    ])
  }
})

/** An integration of a department of its own, after what happened to it. */
async function addPast({ integration = {}, ends = {}, sends }: Past): Promise<number> {
  const department = await sending.department('success', { integration })
  const [{ id }] = await sending.query(
    `select id from send_integrations where department = ${department}`,
  )
  for (const [state, count] of Object.entries(ends)) {
    const leads = await sending.leads(count)
    await sending.query(`
      insert into sends (uuid, send_key, lead, department, integration, state, mode)
      select gen_random_uuid()::text, gen_random_uuid()::text, l, ${department}, ${id}, '${state}', 'manual'
      from unnest(array[${leads.join()}]) l`)
  }
  if (sends) await sending.query(`update sends set ${sends} where integration = ${id}`)
  return id
}
