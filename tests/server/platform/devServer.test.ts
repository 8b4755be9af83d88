import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { devPorts, followFiles, followServer } from '../../../src/server/devServer.ts'

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

it('12.5 a migration that comes, changes or goes starts the server anew, and so does a mend', () => {
  const watched: unknown[] = []
  const events = new EventEmitter()
  const watcher = Object.assign(events, { add: (path: unknown) => void watched.push(path) })
  let [starts, isBroken] = [0, false]
  followFiles(watcher as never, { isBroken: () => isBroken, onChange: () => void (starts += 1) })
  expect(watched.flat()).toContainEqual(expect.stringMatching(/resources[\\/]migrations$/))
  events.emit('all', 'add', '/work/resources/migrations/0002_nick.sql')
  events.emit('all', 'change', '/work/resources/customer.ts')
  events.emit('all', 'unlink', '/work/resources/migrations/0002_nick.sql')
  expect(starts).toBe(2)
  // What failed to load is not watched by the server's own watcher.
  isBroken = true
  events.emit('all', 'change', '/work/resources/customer.ts')
  events.emit('all', 'change', '/work/src/server/main.ts')
  expect(starts).toBe(3)
})
