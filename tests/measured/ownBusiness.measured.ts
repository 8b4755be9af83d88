import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { call, signIn, startConsole } from '../fixtures/process.ts'
import { copyProject, readme } from './copyProject.ts'

const { folder, run, remove } = copyProject()
afterAll(remove)

test('a business of its own begins with its first resource', async () => {
  const [, line, BUSINESS] = /`(BUSINESS=(\S+) npm run resource [^`]*)`/.exec(readme)!
  run(line!)
  run(`BUSINESS=${BUSINESS} npm run resource visits -- --role Staff`)
  run(`BUSINESS=${BUSINESS} npm run check`)
  const account = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'quiet harbours keep 12 boats' }
  const DATA_DIR = join(folder, 'own-data')
  const own = await startConsole(folder, { ...account, BUSINESS: BUSINESS!, DATA_DIR })
  try {
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = account
    const owner = await signIn(own.address, ADMIN_EMAIL, ADMIN_PASSWORD)
    const made = await call(own.address, 'POST', '/patient', {
      token: owner,
      body: { name: 'Lee' },
    })
    expect(made.status).toBe(201)
    const list = await call(own.address, 'GET', '/patient/search', { token: owner })
    expect(list.body.data).toMatchObject([{ name: 'Lee' }])
  } finally {
    await own.stop()
  }
}, 300_000)
