import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createSessionCache } from '../../../src/server/auth/sessionCache.ts'
import { accessChanged } from '../../../src/server/auth/access.ts'
import type { Database } from '../../../src/server/kernel/database.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { putClockBack } from '../../fixtures/work/clock.ts'

const log = pino({ level: 'silent' })

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

let database: Database
let cache: ReturnType<typeof createSessionCache<string>>
let loads = 0

const load = async () => `load ${(loads += 1)}`
const get = (key = 'a') => cache.get(key, load)

/** Waits until notifications are proven to arrive: from then on a value is kept. */
const proven = (one = cache) =>
  expect
    .poll(async () => (await one.get('proof', load)) === (await one.get('proof', load)))
    .toBe(true)

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  loads = 0
  cache = createSessionCache({ database, log })
  await proven()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await cache.close()
})

/** As another process would: nothing in this one knows before the word comes. */
const changedElsewhere = () => sql`select pg_notify('leadgate_access', '')`.execute(database.sql)

it('once notifications arrive, a value is loaded once', async () => {
  const value = await get()
  expect(await get()).toBe(value)
  expect(await get('b')).not.toBe(value)
})

it('a change elsewhere makes it load again', async () => {
  const value = await get()
  await changedElsewhere()
  await expect.poll(() => get()).not.toBe(value)
})

it('a change of this process is loaded around until it can have come back', async () => {
  const value = await get()
  await accessChanged(database.sql)
  const next = await get()
  expect(next).not.toBe(value)
  expect(await get()).not.toBe(next)
})

it('a value whose loading a change overtook is not kept', async () => {
  let finish = () => {}
  const slow = cache.get('c', async () => {
    await new Promise<void>((resolve) => (finish = resolve))
    return 'old'
  })
  const other = await get()
  await changedElsewhere()
  await expect.poll(() => get()).not.toBe(other)
  finish()
  expect(await slow).toBe('old')
  expect(await get('c')).toMatch(/^load/)
})

it('nothing is kept that was not found', async () => {
  await cache.get('d', async () => undefined)
  expect(await get('d')).toMatch(/^load/)
})

it('a value is loaded again after thirty seconds', async () => {
  const value = await get()
  vi.useFakeTimers({ now: Date.now() + 29_000, toFake: ['Date'] })
  await proven()
  expect(await get()).toBe(value)
  vi.setSystemTime(Date.now() + 2_000)
  await proven()
  expect(await get()).not.toBe(value)
})

it('H5: a value that nobody asks for is not held beyond its time', async () => {
  const other = createSessionCache<object>({ database, log })
  const same = async () => {
    const [one, two] = [await other.get('proof', make), await other.get('proof', make)]
    return one === two
  }
  const make = async () => ({})
  await expect.poll(same).toBe(true)
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const held = new WeakRef((await other.get('person', make)) ?? {})
  await vi.advanceTimersByTimeAsync(31_000)
  vi.useRealTimers()
  await sleep(0)
  collect()
  expect(held.deref()).toBeUndefined()
  await other.close()
})

describe('while notifications do not arrive', () => {
  it('every answer is loaded', async () => {
    const deaf = { ...database, listen: async () => async () => {} }
    const other = createSessionCache<string>({ database: deaf, log })
    await other.get('a', load)
    await sleep(50)
    expect(await other.get('a', load)).not.toBe(await other.get('a', load))
    await other.close()
  })

  it.each([
    ['', () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000)],
    [', also once the clock was put back', () => putClockBack(6_000)],
  ])('what was kept is no longer answered%s', async (_, pass) => {
    let heard: (payload: string) => void = () => {}
    let isDeaf = false
    const failing: Database = {
      ...database,
      listen: (channel, callback) => {
        heard = callback
        return database.listen(channel, (payload) => isDeaf || heard(payload))
      },
    }
    const other = createSessionCache<string>({ database: failing, log })
    await proven(other)
    const value = await other.get('a', load)
    expect(await other.get('a', load)).toBe(value)
    isDeaf = true
    pass()
    expect(await other.get('a', load)).not.toBe(value)
    await sleep(50)
    expect(await other.get('a', load)).not.toBe(await other.get('a', load))
    await other.close()
  })

  it('a failing listen is tried again', async () => {
    let tries = 0
    const broken: Database = {
      ...database,
      listen: (channel, callback) => {
        tries += 1
        if (tries === 1) throw new Error('connection refused')
        return database.listen(channel, callback)
      },
    }
    const other = createSessionCache<string>({ database: broken, log })
    await other.get('a', load)
    await proven(other)
    expect(tries).toBeGreaterThan(1)
    await other.close()
  })
})
