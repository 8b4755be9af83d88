import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { closeDemoAccounts } from '../../../src/server/auth/demoAccounts.ts'
import {
  checkAdministrator,
  firstAdministrator,
  newSetupCode,
} from '../../../src/server/auth/firstAdministrator.ts'
import { hashPassword } from '../../../src/server/kernel/secrets/passwords.ts'
import {
  addUser,
  call,
  enter,
  officeApp,
  officeBackend,
  openOffice,
  password,
  permissions,
  type Office,
} from './office.ts'

let office: Office

const person = { name: 'Ann Lee', email: 'ann@example.com', password }
const setUp = (payload: unknown, ip?: string) => call(office.app, 'POST', '/setup', { payload, ip })
const readSetup = async () => (await call(office.app, 'GET', '/setup')).body.data
const database = () => office.backend.database
const countUsers = async () => {
  const { rows } = await sql<any>`select count(*) as count from users`.execute(office.sql)
  return rows[0].count
}

/** What a start of the process prints. */
async function printed(backend = office.backend): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await firstAdministrator(backend)
    return write.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    write.mockRestore()
  }
}
const codeOf = (text: string) => /code: ([0-9a-f]{32})\n/.exec(text)?.[1]

beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())
beforeEach(() => office.reset())

describe('an empty database', () => {
  it('is set up once with the printed code, by somebody who then may do everything', async () => {
    const code = codeOf(await printed())
    expect(code).toBeDefined()
    expect(await readSetup()).toEqual({ needed: true, demo_accounts: [] })
    expect((await setUp({ ...person, code })).status).toBe(201)
    expect(await readSetup()).toEqual({ needed: false, demo_accounts: [] })
    const { body } = await call(office.app, 'POST', '/login', {
      payload: { email: person.email, password },
    })
    expect(body.data.permissions).toEqual(permissions.map(({ name }) => name).sort())
  })

  it.each([
    ['America/New_York', 'America/New_York'],
    ['Moon/Tycho', 'UTC'],
  ])('D2: takes the time zone %s of the browser as %s', async (timezone, stored) => {
    const code = await newSetupCode(office.sql)
    expect((await setUp({ ...person, code, timezone })).status).toBe(201)
    const { rows } = await sql<any>`select timezone from users`.execute(office.sql)
    expect(rows).toEqual([{ timezone: stored }])
  })

  it('is closed afterwards, whatever the code', async () => {
    const code = await newSetupCode(office.sql)
    await setUp({ ...person, code })
    expect((await setUp({ ...person, email: 'eve@example.com', code })).status).toBe(409)
    const next = await newSetupCode(office.sql)
    expect((await setUp({ ...person, email: 'eve@example.com', code: next })).status).toBe(409)
    expect(await printed()).toBe('')
    expect(await countUsers()).toBe(1)
  })

  it('gets exactly one administrator from twenty tries at once', async () => {
    const code = await newSetupCode(office.sql)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        setUp({ ...person, email: `ann${number}@example.com`, code }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await countUsers()).toBe(1)
  })

  it('refuses who comes while another administrator is being made', async () => {
    const code = await newSetupCode(office.sql)
    let finish = () => {}
    let hasBegun = false
    const other = office.sql.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext('leadgate access'))`.execute(transaction)
      await sql`insert into users (name, email, password) values ('Bo', 'bo@example.com', 'none')`.execute(
        transaction,
      )
      hasBegun = true
      await new Promise<void>((resolve) => (finish = resolve))
    })
    await expect.poll(() => hasBegun).toBe(true)
    const late = setUp({ ...person, code })
    await sleep(300)
    finish()
    await other
    expect((await late).status).toBe(409)
    expect(await countUsers()).toBe(1)
  })

  it.each([
    ['a wrong code', { code: 'a'.repeat(32) }, 'code'],
    ['no code', { code: undefined }, 'code'],
    ['a code that is no text', { code: { $ne: '' } }, 'code'],
    ['a short password', { password: 'short' }, 'password'],
    ['a common password', { password: 'Password1234!' }, 'password'],
    ['a password made of the name', { password: 'ann.lee.2026!' }, 'password'],
    ['two addresses', { email: ['a@example.com', 'b@example.com'] }, 'email'],
    ['no address', { email: 'ann' }, 'email'],
    ['no name', { name: '' }, 'name'],
    ['roles', { roles: [1] }, 'roles'],
  ])('is not set up with %s', async (_, wrong, field) => {
    const code = await newSetupCode(office.sql)
    const { status, body } = await setUp({ ...person, code, ...wrong })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    expect(await countUsers()).toBe(0)
  })

  it('is not set up with a code of yesterday', async () => {
    const code = await newSetupCode(office.sql)
    const age = (hours: number) => sql`
      update setup_codes set expires_at = expires_at - make_interval(hours => ${hours})`
    await age(25).execute(office.sql)
    expect((await setUp({ ...person, code })).status).toBe(422)
    await age(-2).execute(office.sql)
    expect((await setUp({ ...person, code })).status).toBe(201)
  })

  it('is set up at one process with the code that another one printed, whichever it was', async () => {
    const codes = [codeOf(await printed()), codeOf(await printed(officeBackend(database())))]
    expect(new Set(codes).size).toBe(2)
    const other = await officeApp(officeBackend(database()))
    const payload = { ...person, code: codes[0] }
    expect((await call(other, 'POST', '/setup', { payload })).status).toBe(201)
    await other.close()
    expect((await sql`select from setup_codes`.execute(office.sql)).rows).toEqual([])
  })

  it.each([0, 1])('is set up with the code of the start number %i', async (start) => {
    const codes = [codeOf(await printed()), codeOf(await printed())]
    expect((await setUp({ ...person, code: codes[start] })).status).toBe(201)
  })

  it('keeps no code that could be read', async () => {
    const code = await newSetupCode(office.sql)
    const { rows } = await sql`select encode(hash, 'hex') as hash from setup_codes`.execute(
      office.sql,
    )
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('stops who guesses codes', async () => {
    for (let tries = 0; tries < 30; tries += 1)
      await setUp({ ...person, code: `${tries}` }, '10.9.9.9')
    const code = await newSetupCode(office.sql)
    expect((await setUp({ ...person, code }, '10.9.9.9')).status).toBe(429)
    expect((await setUp({ ...person, code }, '10.9.9.8')).status).toBe(201)
  })

  it('prints no code in a process that serves no pages', async () => {
    const backend = {
      ...office.backend,
      config: { ...office.backend.config, role: 'worker' as const },
    }
    expect(await printed(backend)).toBe('')
  })
})

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  let tests = 0
  let email: string
  // The log of what was done knows an address for ever.
  beforeEach(() => {
    tests += 1
    email = `root${tests}@example.com`
  })
  const configured = (more = {}) =>
    officeBackend(office.backend.database, {
      env: { ADMIN_EMAIL: email.toUpperCase(), ADMIN_PASSWORD: password, ...more },
    })

  it('make the first administrator and print no code', async () => {
    expect(await printed(configured())).toBe('')
    await enter(office.app, email)
    expect(await readSetup()).toMatchObject({ needed: false })
  })

  it('H4: make one beside others too, in a demo as well', async () => {
    await addUser(office, 'first@example.com')
    await printed(configured({ DEMO: '1' }))
    expect(await countUsers()).toBe(2)
    const token = await enter(office.app, email)
    const { body } = await call(office.app, 'GET', '/profile', { token })
    expect(body.data.permissions).toContain('management.role.update')
  })

  it.each([
    ['has the address', sql`select 1`],
    ['was deleted', sql`update users set deleted_at = now()`],
    ['has another address by now', sql`update users set email = 'other@example.com'`],
  ])('H4: leave somebody alone who %s', async (_what, change) => {
    await printed(configured())
    await change.execute(office.sql)
    const before = await sql<any>`select * from users`.execute(office.sql)
    await printed(configured({ ADMIN_PASSWORD: 'another-Kettle-92-harbour' }))
    expect((await sql<any>`select * from users`.execute(office.sql)).rows).toEqual(before.rows)
  })

  it('are refused with a password that everybody would try', async () => {
    await expect(
      checkAdministrator(configured({ ADMIN_PASSWORD: 'Password1234!' })),
    ).rejects.toThrow('ADMIN_PASSWORD: This password is too easy to guess')
  })
})

describe('the demo sign-ins', () => {
  const demoAccounts = [{ name: 'Demo', email: 'demo@example.com', password: 'demo-demo-demo' }]

  it('H4: open nothing once the demo is over, and end what they had begun', async () => {
    const [account] = demoAccounts as [(typeof demoAccounts)[number]]
    const backend = (DEMO: string) =>
      officeBackend(office.backend.database, { env: { DEMO }, demoAccounts })
    const id = await addUser(office, account.email, { role: 'Administrator' })
    const hash = await hashPassword(account.password)
    await sql`update users set password = ${hash} where id = ${id}`.execute(office.sql)
    const demo = await officeApp(backend('1'))
    const { password } = account
    const payload = { email: account.email, password }
    const signedIn = await call(demo, 'POST', '/login', { payload })
    expect(signedIn.status).toBe(200)
    const over = backend('0')
    const warn = vi.spyOn(over.log, 'warn')
    await closeDemoAccounts(over)
    expect(String(warn.mock.calls[0])).toMatch(/^1 accounts still have the password of the demo/)
    const app = await officeApp(over)
    const token = signedIn.body.data.access_token
    expect((await call(app, 'GET', '/profile', { token })).status).toBe(401)
    const refused = await call(app, 'POST', '/login', { payload })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.email[0]).toContain('npm run access:repair')
    await Promise.all([demo.close(), app.close()])
  })

  it.each([
    ['told', '1', demoAccounts],
    ['not told', '0', []],
  ])('are %s with DEMO=%s', async (_, DEMO, told) => {
    const app = await officeApp(
      officeBackend(office.backend.database, { env: { DEMO }, demoAccounts }),
    )
    expect((await call(app, 'GET', '/setup')).body.data.demo_accounts).toEqual(told)
    await app.close()
  })
})
