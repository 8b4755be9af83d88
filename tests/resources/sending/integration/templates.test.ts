import { describe, expect, test } from 'vitest'

import {
  readAnswer,
  type Answer,
} from '../../../../resources/sending/integration/answer/readAnswer.server.ts'
import { templates } from '../../../../resources/sending/integration/templates.ts'
import { sampleIntegration } from '../../../fixtures/sending/integration.ts'

const got = (status: number, body: object): Answer => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  isTruncated: false,
})

const reading = (template: keyof typeof templates) => (status: number, body: object) =>
  readAnswer(sampleIntegration(templates[template]), got(status, body))

describe('a broker like TrackBox', () => {
  const read = reading('trackbox')

  test('acceptance 1: refuses our sign-in within HTTP 200, and the lead is not rejected', () => {
    expect(read(200, { status: false, code: 401 })).toMatchObject({
      outcome: 'auth',
      failure_status: 'Authorization error',
    })
  })

  test.each([
    [
      'takes a lead',
      {
        status: true,
        addonData: { data: { customerId: 'c-9', loginURL: 'https://t.example.com/x' } },
      },
      'success',
    ],
    ['knows the lead', { status: false, data: 'Lead already exists' }, 'duplicate'],
    ['has no room', { status: false, data: 'No brands are available for GB' }, 'capacity'],
    ['has reached its cap', { status: false, data: 'Cap reached' }, 'capacity'],
    ['says no', { status: false, data: 'Invalid phone' }, 'rejected'],
    ['says something else', { result: 'ok' }, 'unknown'],
  ])('%s', (_name, body, outcome) => {
    expect(read(200, body).outcome).toBe(outcome)
  })

  test('wants three secret headers, which a form of it names', () => {
    const { auth_type, note } = templates.trackbox
    expect(auth_type).toBe('custom_headers')
    expect(note?.match(/x-[\w-]+/g)).toEqual([
      'x-trackbox-username',
      'x-trackbox-password',
      'x-api-key',
    ])
  })

  test('names the lead, and its link, in several places', () => {
    const inside = { data: { customerId: 'c-9', loginURL: 'https://t.example.com/x' } }
    expect(read(200, { status: true, addonData: inside })).toMatchObject({
      api_lead_id: 'c-9',
      link: 'https://t.example.com/x',
    })
    expect(read(200, { status: true, uniqueid: 7, data: 'https://t.example.com/y' })).toMatchObject(
      {
        api_lead_id: '7',
        link: 'https://t.example.com/y',
      },
    )
  })
})

describe('a broker like HyperNet', () => {
  const read = reading('hypernet')

  test('acceptance 5: has no room, and says so with 404', () => {
    expect(read(404, { success: false, message: 'No hubs available' })).toMatchObject({
      outcome: 'capacity',
      failure_status: 'No capacity',
    })
    expect(read(404, { message: 'Not found' }).outcome).toBe('rejected')
  })

  test('takes a lead', () => {
    const body = { success: true, leadId: 'h-1', redirectUrl: 'https://h.example.com/x' }
    expect(read(200, body)).toMatchObject({
      outcome: 'success',
      api_lead_id: 'h-1',
      link: 'https://h.example.com/x',
    })
  })
})

test('acceptance 2: an answer of no rule leaves the outcome unknown', () => {
  for (const name of Object.keys(templates) as (keyof typeof templates)[]) {
    expect(reading(name)(200, { hello: 'world' })).toMatchObject({ outcome: 'unknown' })
  }
})

test('a 2xx with an id is success for those that say no more', () => {
  expect(reading('irev')(201, { lead_uuid: 'u' })).toMatchObject({ outcome: 'success' })
  expect(reading('generic')(200, { id: 5 })).toMatchObject({ outcome: 'success', api_lead_id: '5' })
  expect(reading('crmate')(200, { status: true, external_id: 'x' })).toMatchObject({
    outcome: 'success',
    api_lead_id: 'x',
  })
})
