import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { call, signIn, startConsole } from './fixtures/process.ts'

// Starts the console on an empty folder with whatever Node runs this file, signs in and reads a list.
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
  assert.equal(await running.stop(), 0)
  process.stdout.write(`Node ${process.version}: the console starts, signs in, lists and stops\n`)
} finally {
  rmSync(data, { recursive: true, force: true })
}
