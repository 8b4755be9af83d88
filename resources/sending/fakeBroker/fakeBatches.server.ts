import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { json } from './fakeAnswers.server.ts'
import type { FakeLead } from './fakeLead.server.ts'

type Row = Readonly<Record<string, unknown>>

interface FakeBatch {
  readonly rows: readonly Row[]
  /** Takes one of the leads, or returns the one that came with the same key. */
  accept(row: Row): FakeLead
  /** Milliseconds. */
  readonly slowMs: number
}

type Batch = (batch: FakeBatch, response: ServerResponse) => void | Promise<void>

/** What the played broker can do with a list of leads, by the path that it is sent to. */
export const batches = new Map<string, Batch>(
  Object.entries({
    batch: (call, response) => results(response, acceptAll(call)),
    'batch-shuffled': (call, response) => results(response, acceptAll(call).toReversed()),
    'batch-short': (call, response) => results(response, acceptAll(call).slice(0, -1)),
    /** It takes none, names the first twice, and each other one by what was not offered. */
    'batch-misnamed': (call, response) => {
      const [first, ...others] = call.rows.map((row, number) => named(row, number, `no-${number}`))
      const foreign = others.map((one) => ({ ...one, key: one.leadId, email: null, number: -1 }))
      results(response, [first ?? {}, first ?? {}, ...foreign])
    },
    /** Of three leads it takes the first, and refuses the second; the third it has. */
    'batch-partial': (call, response) =>
      results(
        response,
        call.rows.map((row, number) => {
          if (number % 3 === 0) return accepted(call, row, number)
          const message = number % 3 === 1 ? 'The phone number is not valid' : 'Duplicate'
          return { number, key: row['key'], email: row['email'], success: false, message }
        }),
      ),
    /** It takes no list that has more than one. */
    'batch-refused': (call, response) =>
      call.rows.length > 1
        ? json(response, 422, { success: false, message: 'One of them is not valid' })
        : results(response, acceptAll(call)),
    /** It says nothing of each. */
    'batch-silent': (call, response) => {
      acceptAll(call)
      json(response, 200, { success: true })
    },
    'batch-cut': (call, response) => {
      for (const row of call.rows.slice(0, Math.ceil(call.rows.length / 2))) call.accept(row)
      response.destroy()
    },
    'batch-slow': async (call, response) => {
      const rows = acceptAll(call)
      await pause(call.slowMs, undefined, { ref: false })
      results(response, rows)
    },
  } satisfies Record<string, Batch>),
)

const acceptAll = (call: FakeBatch) => call.rows.map((row, number) => accepted(call, row, number))

const accepted = ({ accept }: FakeBatch, row: Row, number: number) =>
  named(row, number, accept(row).id)

const named = (row: Row, number: number, leadId: string) => ({
  number,
  key: row['key'],
  email: row['email'],
  success: true,
  leadId,
})

const results = (response: ServerResponse, rows: readonly object[]) =>
  json(response, 200, { results: rows })
