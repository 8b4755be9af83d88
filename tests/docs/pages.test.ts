import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { business as hire } from '../../examples/hire/index.server.ts'
import { listen } from '../server/events/listening.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'
import { writeBlocks } from './blocks.ts'

describe('the code of docs/behaviour.md', () => {
  const { load, remove } = writeBlocks('behaviour.md', 'behaviour')
  const post = vi.spyOn(globalThis, 'fetch')
  let server: TestServer
  let clerk: Client

  beforeAll(async () => {
    post.mockImplementation(async () => new Response(null, { status: 204 }))
    const { member } = await load('members.ts')
    const { memberBehavior } = await load('members.server.ts')
    const { schedules } = await load('schedules.server.ts')
    const behaviors = { members: { ...memberBehavior, schedules } }
    server = await createTestServer({ resources: [member], behaviors })
    const rights = ['view', 'create', 'update', 'accept', 'leave', 'greet']
    clerk = await server.user(rights.map((right) => `club.member.${right}`))
    await server.backend.jobs.work()
  }, 60_000)
  afterAll(async () => {
    await server.close()
    post.mockRestore()
    remove()
  })

  const read = async (id: number) => (await clerk.get(`/members/${id}`)).body.data

  test('completes and refuses a new member', async () => {
    const id = await clerk.make('/members', { name: 'Ada', nick: 'ADA' })
    const number = expect.stringMatching(/^M-\d+$/)
    expect(await read(id)).toMatchObject({ nick: 'ada', state: 'trial', number })
    const again = await clerk.post('/members', { name: 'Ada' })
    expect([again.status, again.body.errors]).toEqual([
      422,
      { name: ['We have a member of this name'] },
    ])
  })

  test('greets, and tells of who was accepted once that is committed', async () => {
    const id = await clerk.make('/members', { name: 'Bea' })
    const greeted = await clerk.post(`/members/${id}/greet`, { words: 'Hello' })
    expect(greeted.body.data).toMatchObject({ greeted: 1, words: 'Hello' })
    expect((await clerk.post(`/members/${id}/accept`)).status).toBe(200)
    expect((await read(id)).state).toBe('full')
    await vi.waitFor(() => expect(post).toHaveBeenCalledOnce(), 15_000)
    const [address, { body } = {}] = post.mock.calls[0] ?? []
    expect([address, body]).toEqual(['https://post.example.com', '{"name":"Bea"}'])
  })

  test('ends trials by night', async () => {
    const id = await clerk.make('/members', { name: 'Cleo' })
    await server.backend.jobs.upkeep()
    expect((await read(id)).state).toBe('left')
    const { rows } = await sql`select from schedules where name = 'members.nightly'`.execute(
      server.backend.database.sql,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the code of docs/api.md', () => {
  let server: TestServer
  let remove: () => void
  let noteOnTheFirst: (token: string) => Promise<unknown>

  beforeAll(async () => {
    server = await createTestServer(hire)
    await hire.seed(server.backend)
    const address = await listen(server)
    const written = writeBlocks('api.md', 'api', (code) =>
      code.replace('http://127.0.0.1:4000', address),
    )
    remove = written.remove
    ;({ noteOnTheFirst } = await written.load('client.ts'))
  }, 60_000)
  afterAll(async () => {
    await server.close()
    remove()
  })

  test('notes something on the first of a list', async () => {
    const rights = ['customer', 'booking'].flatMap((one) =>
      ['view', 'create', 'update'].map((act) => `hire.${one}.${act}`),
    )
    const options = ['options.customers.all', 'options.users.all']
    const clerk = await server.user([...rights, ...options])
    await expect(noteOnTheFirst(clerk.token)).rejects.toThrow('there is none')
    const customer = await clerk.make('/hire/customer', { name: 'Oak & Sons' })
    const id = await clerk.make('/hire/booking', {
      customer,
      from_date: '2027-03-01',
      to_date: '2027-03-04',
    })
    expect(await noteOnTheFirst(clerk.token)).toMatchObject({ id, notes: 'Seen', version: 2 })
  })
})
