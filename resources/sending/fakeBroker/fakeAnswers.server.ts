import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { emailIn, shareOf, type FakeLead } from './fakeLead.server.ts'

export interface FakeCall {
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly origin: string
  /** The Idempotency-Key. */
  readonly key: string | undefined
  /** Whether the desk that the call is for has the person already. */
  isKnown(): boolean
  /** Takes the lead, or returns the one that came with the same key. */
  accept(): FakeLead
  /** Milliseconds. */
  readonly slowMs: number
}

type Scenario = (call: FakeCall, response: ServerResponse) => void | Promise<void>

/** What the played broker can do with a lead, by the path that it is sent to. */
export const scenarios = new Map<string, Scenario>(
  Object.entries({
    success: (call, response) => success(call, response),
    duplicate: (_, response) => duplicate(response),
    known: (call, response) => (call.isKnown() ? duplicate(response) : success(call, response)),
    'duplicate-ours': ({ key }, response) =>
      json(response, 200, { success: false, message: 'Duplicate', reference: key }),
    rejected: (_, response) =>
      json(response, 422, { success: false, message: 'The phone number is not valid' }),
    capacity: (_, response) => json(response, 404, { message: 'No hubs available' }),
    auth: (_, response) =>
      json(response, 200, { status: false, code: 401, message: 'Wrong credentials' }),
    unauthorized: (_, response) => json(response, 401, { message: 'Unauthorized' }),
    limited: ({ query }, response) => {
      response.setHeader('retry-after', query.get('after') ?? '2')
      json(response, 429, { message: 'Wait a moment before you ask again' })
    },
    unavailable: (_, response) => json(response, 503, { message: 'Maintenance' }),
    error: (_, response) => json(response, 500, { message: 'Internal error' }),
    slow: async (call, response) => {
      call.accept()
      await pause(call.slowMs, undefined, { ref: false })
      success(call, response)
    },
    cut: ({ accept }, response) => {
      accept()
      response.destroy()
    },
    'cut-before': (_, response) => {
      response.destroy()
    },
    'error-after-accept': ({ accept }, response) => {
      accept()
      json(response, 500, { message: 'Internal error' })
    },
    'gateway-after-accept': ({ accept }, response) => {
      accept()
      json(response, 504, { message: 'Gateway timeout' })
    },
    malformed: ({ accept }, response) => {
      const { id } = accept()
      text(response, 'application/json', `{"success": true, "leadId": "${id}", `)
    },
    page: (_, response) => text(response, 'text/html', '<!doctype html><h1>Success</h1>'),
    unmatched: (_, response) => json(response, 200, { result: 'queued for review' }),
    large: ({ accept }, response) => {
      accept()
      text(
        response,
        'application/json',
        `{"success": true, "pad": "${'x'.repeat(10 * 1024 ** 2)}"}`,
      )
    },
    redirect: ({ query }, response) => {
      const location = query.get('to') ?? 'http://169.254.169.254/latest/meta-data/'
      response.writeHead(Number(query.get('status') ?? 307), { location }).end()
    },
    mixed: (call, response) => mixed(call, response),
  } satisfies Record<string, Scenario>),
)

const duplicate = (response: ServerResponse) =>
  json(response, 200, { success: false, message: 'Duplicate: this lead already exists' })

function success({ accept, origin }: FakeCall, response: ServerResponse): void {
  const { id } = accept()
  json(response, 200, { success: true, leadId: id, redirectUrl: `${origin}/login/${id}` })
}

/** The share of leads, from the first on, that come to each end. */
const shares = [
  [0.72, 'success'],
  [0.82, 'duplicate'],
  [0.92, 'rejected'],
  [0.95, 'capacity'],
  [0.97, 'error-after-accept'],
  [1, 'malformed'],
] as const

function mixed(call: FakeCall, response: ServerResponse): void | Promise<void> {
  return scenarios.get(mixedAnswer(call.body))?.(call, response)
}

/** By the e-mail, so that a lead comes to the same end each time. */
export function mixedAnswer(body: FakeCall['body']): string {
  const share = shareOf(emailIn(body).toLowerCase())
  const [, name = 'success'] = shares.find(([most]) => share < most) ?? []
  return name
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function text(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type }).end(body)
}
