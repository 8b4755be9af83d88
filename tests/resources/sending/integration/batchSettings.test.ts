import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { mappingRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { createTestConsole, type TestConsole } from '../../../fixtures/console.ts'
import { fakeBrokerFor, type FakeBroker } from '../../../fixtures/sending/fakeBroker.ts'
import type { Client } from '../../../fixtures/server.ts'

let server: TestConsole
let broker: FakeBroker
let admin: Client
let department: number
let small: number
beforeAll(async () => {
  server = await createTestConsole()
  broker = await fakeBrokerFor(server.backend)
  admin = await server.as('Administrator')
  const owner = (await admin.post('/broker', { name: 'Fairwater' })).body.data.id
  const add = async (values: object) =>
    (await admin.post('/broker/department', { broker_id: owner, ...values })).body.data.id
  department = await add({ branch_name: 'Desk', send_a_lot: true })
  small = await add({ branch_name: 'Small desk' })
}, 60_000)
afterAll(async () => {
  await broker.stop()
  await server.close()
})

let number = 0
const sample = (changes: object = {}) => ({
  name: `Integration ${(number += 1)}`,
  department,
  url: `${broker.origin}/batch`,
  mapping: [
    { target: 'leads[].email', value: 'email' },
    { target: 'leads[].key', kind: 'generated', value: 'key' },
    { target: 'affiliate', kind: 'constant', value: '17' },
  ],
  rules: [{ path: 'success', test: 'true', outcome: 'success' }],
  id_paths: ['leadId'],
  batch_size: 500,
  batch_path: 'leads',
  batch_rows_path: 'results',
  batch_match: 'key',
  batch_match_path: 'key',
  ...changes,
})

describe('an integration that offers several leads in one call', () => {
  test.each<[string, object, string]>([
    ['more than 500', { batch_size: 501 }, 'batch_size'],
    ['another body than JSON', { content_type: 'form' }, 'content_type'],
    ['a template of the body', { body_template: '{"a": "{{email}}"}' }, 'body_template'],
    ['a lead in the address', { url: 'https://a.example.com/?mail={{email}}' }, 'url'],
    [
      'a lead in a header',
      { headers: [{ name: 'x-a', value: '{{send.key}}' }] },
      'headers.0.value',
    ],
    ['no place that the mapping knows', { batch_path: 'people' }, 'batch_path'],
    [
      'a field of a lead beside the list',
      {
        mapping: [
          { target: 'leads[].key', kind: 'generated', value: 'key' },
          { target: 'email', value: 'email' },
        ],
      },
      'mapping.1.target',
    ],
    [
      'answers by a key that is not sent',
      { mapping: [{ target: 'leads[].email', value: 'email' }] },
      'batch_match',
    ],
    ['no place of the key', { batch_match_path: null }, 'batch_match_path'],
    [
      'calls that may be repeated without a key of each lead',
      {
        batch_match: 'place',
        safe_to_repeat: true,
        mapping: [{ target: 'leads[].email', value: 'email' }],
      },
      'safe_to_repeat',
    ],
    [
      'a key in the body without a place',
      {
        batch_path: null,
        auth_type: 'api_key',
        auth_place: 'body',
        auth_name: 'key',
        mapping: [{ target: 'key', kind: 'generated', value: 'key' }],
      },
      'batch_path',
    ],
  ])('is refused with %s', async (_, changes, place) => {
    const { status, body } = await admin.post('/send/integration', sample(changes))
    expect([status, Object.keys(body.errors)]).toEqual([422, [place]])
  })

  test('needs a department that may send a lot, when it is made and when it is changed', async () => {
    const refused = await admin.post('/send/integration', sample({ department: small }))
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['batch_size']])
    const { body } = await admin.post('/send/integration', sample())
    const { id, version } = body.data
    const moved = await admin.put(`/send/integration/${id}`, { department: small, version })
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['batch_size']])
  })

  test('is still switched off where its department may send no more a lot', async () => {
    const owner = await admin.make('/broker', { name: 'Northern' })
    const values = { broker_id: owner, branch_name: 'Less', send_a_lot: true }
    const less = await admin.make('/broker/department', values)
    const id = await admin.make('/send/integration', sample({ department: less }))
    await admin.put(`/broker/department/${less}`, { send_a_lot: false, version: 1 })
    const { version } = (await admin.get(`/send/integration/${id}`)).body.data
    const changed = await admin.put(`/send/integration/${id}`, { push_active: false, version })
    expect([changed.status, changed.body.errors]).toEqual([200, undefined])
  })

  test('is shown with two leads, and warns where only the order tells answers apart', async () => {
    const typed = (changes: object) => {
      const values = sample(changes)
      return { ...values, mapping: values.mapping.map((row) => mappingRow(row as never)) }
    }
    const values = typed({ batch_match: 'place', batch_match_path: null })
    const { body } = await admin.post('/send/integration/preview', { values })
    const leads = [
      { email: 'test.lead@example.com', key: 'example-key' },
      { email: 'second.lead@example.com', key: 'second-example-key' },
    ]
    expect(JSON.parse(body.data.request.body)).toEqual({ affiliate: '17', leads })
    expect(body.data.warnings.map(({ place }: { place: string }) => place)).toContain('batch_match')
    const list = typed({ batch_path: null, mapping: [{ target: 'mail', value: 'email' }] })
    const shown = await admin.post('/send/integration/preview', { values: list })
    expect(JSON.parse(shown.body.data.request.body)).toEqual([
      { mail: 'test.lead@example.com' },
      { mail: 'second.lead@example.com' },
    ])
  })

  test('is tested with a list of one, and is untested after a change of how it is read', async () => {
    const { body } = await admin.post('/send/integration', sample())
    const { id } = body.data
    await admin.post('/settings/source', { name: 'Northlight' })
    const tested = await admin.post(`/send/integration/${id}/test`, {})
    expect(tested.body.data).toMatchObject({
      outcome: { outcome: 'success', api_lead_id: broker.accepted.at(-1)?.id },
    })
    expect(JSON.parse(tested.body.data.request.body).leads).toHaveLength(1)
    const before = (await admin.get(`/send/integration/${id}`)).body.data
    expect(before.state).toBe('tested')
    const changes = { batch_rows_path: 'data', version: before.version }
    await admin.put(`/send/integration/${id}`, changes)
    expect((await admin.get(`/send/integration/${id}`)).body.data.state).toBe('draft')
  })
})
