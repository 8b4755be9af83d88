import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { defineResource, defineResources, field } from '#schema'
import { conflict, type Behavior } from '#server'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const loan = defineResource('loans', {
  permission: 'loan',
  fields: {
    title: field.text({ max: 80 }),
    state: field.states({ asked: { lend: 'out' }, out: {} }),
  },
  title: 'title',
  list: ['title', 'state'],
  form: ['title'],
})

/** A library that is told of loans: a real HTTP server, which fails as often as it is told to. */
let library: Server
let address = ''
let failures = 0
let calls: { key: unknown; body: unknown }[] = []

const loanBehavior: Behavior<typeof loan> = {
  async afterUpdate({ title }) {
    if (title === 'refused') throw conflict('refused')
  },
  after: {
    async lend({ key, id, record, user_id }, { signal }) {
      const body = JSON.stringify({ id, title: record?.title, state: record?.state, user_id })
      const headers = { 'idempotency-key': key }
      const { ok, status } = await fetch(address, { method: 'POST', body, headers, signal })
      if (!ok) throw new Error(`the library answered ${status}`)
    },
  },
}

let server: TestServer
let clerk: Client

beforeAll(async () => {
  library = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      calls.push({ key: request.headers['idempotency-key'], body: JSON.parse(text) })
      failures -= 1
      response.writeHead(failures >= 0 ? 500 : 204).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => library.once('listening', resolve))
  address = `http://127.0.0.1:${(library.address() as AddressInfo).port}/`
  server = await createTestServer({
    resources: defineResources([loan]),
    behaviors: { loans: loanBehavior },
  })
  clerk = await server.user(['loan.view', 'loan.create', 'loan.update', 'loan.lend'])
  await server.backend.jobs.work()
}, 60_000)
afterAll(async () => {
  await server.close()
  library.close()
})
beforeEach(() => {
  calls = []
  failures = 0
})

const left = async () =>
  (
    await sql<{ problem: string }>`select problem from outgoing`.execute(
      server.backend.database.sql,
    )
  ).rows

const lend = async (title: string) => {
  const id = await clerk.make('/loans', { title })
  expect((await clerk.post(`/loans/${id}/lend`)).status).toBe(200)
  return id
}

test('what follows an action is done once it is committed, with the record and who did it', async () => {
  const id = await lend('Walden')
  const body = { id, title: 'Walden', state: 'out', user_id: clerk.id }
  await expect.poll(() => calls).toEqual([{ key: expect.stringMatching(/^\d+$/), body }])
  await expect.poll(left).toEqual([])
})

test('what fails is tried again under the same key, and nothing is forgotten', async () => {
  failures = 1
  await lend('Dune')
  await expect.poll(() => calls.length, { timeout: 45_000 }).toBe(2)
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  await expect.poll(left).toEqual([])
})

test('nothing follows what was rolled back', async () => {
  const id = await clerk.make('/loans', { title: 'refused' })
  expect((await clerk.post(`/loans/${id}/lend`)).status).toBe(409)
  await lend('Emma')
  await expect.poll(() => calls.length).toBe(1)
  expect(calls[0]?.body).toMatchObject({ title: 'Emma' })
})

test('a bulk action is followed for each of its records', async () => {
  const ids = await Promise.all(
    ['one', 'two', 'three'].map((title) => clerk.make('/loans', { title })),
  )
  expect((await clerk.post('/loans/bulk/lend', { ids })).status).toBe(200)
  await expect.poll(() => calls.length).toBe(3)
  expect(calls.map(({ body }) => (body as { id: number }).id).sort()).toEqual([...ids].sort())
})
