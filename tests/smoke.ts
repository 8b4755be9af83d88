import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { call, signIn, startConsole } from './fixtures/process.ts'

// Starts the console on an empty folder with whatever Node runs this file, signs in, reads a list, and stops beside a
// request that does not end (F4).
const data = mkdtempSync(join(tmpdir(), 'leadgate-smoke-'))
try {
  const running = await startConsole(
    process.cwd(),
    { DATA_DIR: data, DEMO: '1' },
    'src/server/start.js',
  )
  const account = /^ {2}(\S+@\S+) +(\S+)/m.exec(running.output())
  assert(account?.[1] && account[2], `no demo sign-in was printed:\n${running.output()}`)
  const token = await signIn(running.address, account[1], account[2])
  const profile = await call(running.address, 'GET', '/profile', { token })
  assert.equal(profile.status, 200)
  const countries = await call(running.address, 'GET', '/settings/country/all', { token })
  assert.equal(countries.body.data.length, 249)
  const { hostname, port } = new URL(running.address)
  const unfinished = connect(Number(port), hostname)
  unfinished.on('error', () => undefined)
  const head = ['PUT /api/profile HTTP/1.1', `Host: ${hostname}`, `Authorization: Bearer ${token}`]
  const body = ['Content-Type: application/json', 'Content-Length: 100', '', '{']
  unfinished.write([...head, ...body].join('\r\n'))
  // Answered on a connection of its own, so the other is known by then.
  assert.equal((await call(running.address, 'GET', '/profile', { token })).status, 200)
  const cut = once(unfinished, 'close')
  assert.equal(await running.stop(), 0)
  await cut
  assert(!running.output().includes('Stopping takes too long'), running.output())
  process.stdout.write(`Node ${process.version}: the console starts, signs in, lists and stops\n`)
} finally {
  rmSync(data, { recursive: true, force: true })
}
