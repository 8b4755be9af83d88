import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { faultOf } from '../../../src/server/database/faults.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { openPostgres } from '../../../src/server/database/postgres.ts'
import { limitReads } from '../../../src/server/database/connection.ts'
import { silent } from '../../fixtures/database.ts'

const server = process.env['TEST_DATABASE_URL']

/** Stands between a client and PostgreSQL, and may stop to hand anything on, as a machine that has vanished. */
function createNetwork() {
  const { hostname, port } = new URL(server ?? '')
  const sockets = new Set<Socket>()
  let isFrozen = false
  const network: Server = createServer((client) => {
    const postgres = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => isFrozen || to.write(data))
      from.on('close', () => to.destroy())
      from.on('error', () => undefined)
    }
  })
  return {
    freeze: () => (isFrozen = true),
    thaw: () => (isFrozen = false),
    async open(at = 0): Promise<string> {
      await new Promise<void>((done) => network.listen(at, '127.0.0.1', done))
      const { port } = network.address() as AddressInfo
      return Object.assign(new URL(server ?? ''), { host: `127.0.0.1:${port}` }).href
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => network.close(done))
    },
  }
}

describe.skipIf(!server)('a PostgreSQL that', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  it.each([
    ['', '64'],
    ['?options=-c%20effective_io_concurrency%3D7', '7'],
  ])('G5: reads ahead of a scan, as far as the address %s says', async (options, expected) => {
    const database = await openPostgres(`${server ?? ''}${options}`, silent)
    closing.push(database.close)
    const { rows } = await sql`show effective_io_concurrency`.execute(database.sql)
    expect(rows).toEqual([{ effective_io_concurrency: expected }])
  })

  it('F10: no longer says a word is given up, and asked again when it is back', async () => {
    const network = createNetwork()
    closing.push(network.close)
    const database = await openPostgres(await network.open(), silent, { timeLimit: 100 })
    closing.push(database.close)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false })
    network.freeze()
    const asked = database.sql.transaction().execute((one) => sql`select 1`.execute(one))
    const failed = asked.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(6_000)
    vi.useRealTimers()
    expect(faultOf(await failed)).toBe('timeout')
    network.thaw()
    expect((await sql`select 2 as two`.execute(database.sql)).rows).toEqual([{ two: 2 }])
  })

  it('F13: is not up yet is waited for at start, and the log says so', async () => {
    const network = createNetwork()
    closing.push(network.close)
    const address = await network.open()
    const { port } = new URL(address)
    await network.close()
    closing.pop()
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const later = createNetwork()
    closing.push(later.close)
    const opening = openDatabase({ databaseUrl: address, databaseWait: 30, dataDir: '' }, log)
    await expect.poll(() => log.warn.mock.calls.length).toBe(1)
    expect(log.warn.mock.calls).toEqual([
      [expect.stringMatching(/^Waiting for PostgreSQL, 30 s at most: .*ECONNREFUSED.*$/)],
    ])
    await later.open(Number(port))
    const database = await opening
    closing.push(database.close)
    expect((await sql`select 1 as one`.execute(database.sql)).rows).toEqual([{ one: 1 }])
  })

  it('F13: never comes up ends the start', async () => {
    const network = createNetwork()
    const address = await network.open()
    await network.close()
    const place = { databaseUrl: address, databaseWait: 0, dataDir: '' }
    await expect(openDatabase(place, silent)).rejects.toThrow(/Cannot reach PostgreSQL/)
  })
})

it('F10: an answer is waited for as long as its statement may take, and a little longer', async () => {
  const limits: unknown[] = []
  const query = async (config: { query_timeout?: number }) => void limits.push(config.query_timeout)
  const client = { query } as unknown as PoolClient
  limitReads(client, 30_000)
  for (const text of [
    'select 1',
    'begin; set local statement_timeout = 0',
    'create index',
    'rollback to savepoint one',
    'commit',
    'select 2',
    'set statement_timeout = 1000',
    'select 3',
    'reset statement_timeout',
  ]) {
    await client.query(text)
  }
  expect(limits).toEqual([
    35_000,
    undefined,
    undefined,
    undefined,
    undefined,
    35_000,
    6_000,
    6_000,
    35_000,
  ])
})
