import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { devPorts, followFiles } from '../../../src/server/devServer.ts'
import { followServer } from '../../../src/server/followServer.ts'

function followed() {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const seen: (string | undefined)[] = []
  const { settled } = followServer({ stdout, stderr }, (problem) => seen.push(problem))
  return { stdout, stderr, seen, settled }
}

it.each([
  [{}, 4000, 4001],
  [{ PORT: '5000' }, 5000, 5001],
  [{ PORT: '5000', API_PORT: '7000' }, 5000, 7000],
])('npm run dev with %o listens at %d, and its server at %d', (env, port, apiPort) => {
  expect(devPorts(env)).toEqual({ port, apiPort })
})

it('calls wait while the server starts anew', async () => {
  const { stdout, settled } = followed()
  stdout.write('\nLeadgate is ready at http://127.0.0.1:4001\n')
  await wait(5)
  expect(await settled()).toBeUndefined()
  stdout.write("Restarting 'src/server/main.ts'\n")
  await wait(5)
  const call = settled().then(() => 'answered')
  expect(await Promise.race([call, wait(50, 'waiting')])).toBe('waiting')
  stdout.write('\nLeadgate is ready at http://127.0.0.1:4001\n')
  expect(await call).toBe('answered')
})

it('a declaration that does not work is told until it is mended', async () => {
  const { stdout, stderr, seen, settled } = followed()
  stderr.write('customers.title: no field "nick"\n')
  stdout.write("Failed running 'src/server/main.ts'\n")
  expect(await settled()).toBe('customers.title: no field "nick"')
  stdout.write("Restarting 'src/server/main.ts'\n")
  stdout.write('\nLeadgate is ready at http://127.0.0.1:4001\n')
  await wait(5)
  expect(await settled()).toBeUndefined()
  expect(seen).toEqual(['customers.title: no field "nick"', undefined])
})

it('a call that comes just after the mend waits for it, and is not told of the fault again', async () => {
  const { stdout, stderr, settled } = followed()
  stderr.write('customers.title: no field "nick"\n')
  stdout.write("Failed running 'src/server/main.ts'\n")
  expect(await settled()).toBe('customers.title: no field "nick"')
  const call = settled()
  await wait(200)
  stdout.write("Restarting 'src/server/main.ts'\n")
  await wait(50)
  stdout.write('\nLeadgate is ready at http://127.0.0.1:4001\n')
  expect(await call).toBeUndefined()
})

describe('the server starts anew', () => {
  let starts = 0
  let startedAt = 0
  const watched: unknown[] = []
  const events = new EventEmitter()
  const watcher = Object.assign(events, { add: (path: unknown) => void watched.push(path) })
  followFiles(watcher as never, {
    hasStartedSince: (moment) => startedAt >= moment,
    startAnew: () => void (starts += 1),
  })
  const path = (name: string) => join(process.cwd(), name)

  beforeEach(() => {
    vi.useFakeTimers()
    ;[starts, startedAt] = [0, 0]
  })
  afterEach(() => vi.useRealTimers())

  it('12.5 when a migration comes, changes or goes', () => {
    expect(watched.flat()).toContainEqual(expect.stringMatching(/resources[\\/]migrations$/))
    events.emit('all', 'add', path('resources/migrations/0002_nick.sql'))
    events.emit('all', 'unlink', path('resources/migrations/0002_nick.sql'))
    expect(starts).toBe(2)
  })

  it('12.5 once more when it did not follow a migration, being just at its start', () => {
    startedAt = Date.now() - 500
    events.emit('all', 'add', path('resources/migrations/0002_nick.sql'))
    vi.runAllTimers()
    expect(starts).toBe(2)
  })

  it.each(['resources/leads/lead/lead.ts', 'src/server/records/write/table.ts'])(
    'when its own watcher has missed a change of %s',
    (name) => {
      events.emit('all', 'change', path(name))
      vi.runAllTimers()
      expect(starts).toBe(1)
    },
  )

  it('but not twice, and for no file of the browser, of tests or of commands', () => {
    events.emit('all', 'change', path('resources/leads/lead/lead.ts'))
    startedAt = Date.now() + 100
    vi.runAllTimers()
    for (const name of ['src/browser/main.ts', 'resources/a.browser.ts', 'resources/a.test.ts']) {
      events.emit('all', 'change', path(name))
    }
    events.emit('all', 'change', path('src/commands/check.ts'))
    vi.runAllTimers()
    expect(starts).toBe(0)
  })
})
