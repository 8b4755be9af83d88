import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { repairAccess } from '../../../src/server/auth/repair.ts'
import { makePlace } from '../../fixtures/work/killing.ts'
import { addUser, call, enter, openOffice, permissions, type Office } from './office.ts'

let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())
beforeEach(() => office.reset())

const email = 'boss@example.com'
const repair = () => repairAccess(office.backend, email)
const everything = permissions.map(({ name }) => name).sort()

async function begin(password: string) {
  const { body } = await call(office.app, 'POST', '/login', { payload: { email, password } })
  const token = body.data.access_token
  const payload = { current_password: password, new_password: 'quiet-Lantern-37-meadow' }
  const before = await call(office.app, 'GET', '/door', { token })
  await call(office.app, 'PUT', '/profile/password', { token, payload })
  const after = await call(office.app, 'GET', '/door', { token })
  return { profile: body.data, statuses: [before.status, after.status] }
}

describe('M1: a repair', () => {
  it('makes an account where there is none, with a password that is good once', async () => {
    const { password, isNew } = await repair()
    expect(isNew).toBe(true)
    const { profile, statuses } = await begin(password)
    expect(profile).toMatchObject({ must_change_password: true, permissions: everything })
    expect(statuses).toEqual([403, 200])
  })

  it('brings back who was switched off and stripped, and ends what was open', async () => {
    const id = await addUser(office, email, { role: 'Visitor' })
    const token = await enter(office.app, email)
    await sql`update roles set is_full = false`.execute(office.sql)
    await sql`delete from roles_permissions`.execute(office.sql)
    await sql`update users set is_active = false where id = ${id}`.execute(office.sql)
    const { password, isNew, role } = await repair()
    expect([isNew, role]).toEqual([false, 'Administrator'])
    expect((await call(office.app, 'GET', '/profile', { token })).status).toBe(401)
    expect((await begin(password)).profile).toMatchObject({ id, permissions: everything })
    const { rows } = await sql<any>`
      select user_id, record_id, detail from audit_log where action = 'access_repaired'
      order by id desc limit 1`.execute(office.sql)
    expect(rows[0]).toEqual({
      user_id: null,
      record_id: id,
      detail: { email, role: 'Administrator', is_new: false },
    })
  })

  it('takes the full role by its mark, whatever it is called', async () => {
    await sql`update roles set name = 'Chefs' where is_full`.execute(office.sql)
    expect((await repair()).role).toBe('Chefs')
    const { rows } = await sql`select from roles where is_full`.execute(office.sql)
    expect(rows).toHaveLength(1)
  })

  it('lets somebody in whose account is being attacked', async () => {
    await addUser(office, email)
    for (let tries = 0; tries < 12; tries += 1) {
      const payload = { email, password: 'wrong' }
      await call(office.app, 'POST', '/login', { payload, ip: `10.7.0.${tries}` })
    }
    const { password } = await repair()
    expect((await begin(password)).profile.id).toEqual(expect.any(Number))
  })
})

describe('M1: npm run access:repair', () => {
  const BUSINESS = 'examples/hire'
  const run = async (env: Record<string, string>, ...words: string[]) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'src/commands/repairAccess.ts', ...words],
      { env: { PATH: process.env['PATH'] ?? '', BUSINESS, ...env }, stdio: 'pipe' },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => (output += data.toString()))
    }
    const [code] = (await once(child, 'exit')) as [number]
    return { code, output }
  }

  it('prints the password, or how it is called', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'repair-'))
    const place = await makePlace([])
    try {
      const env = { DATA_DIR: folder, ...place.env }
      const made = await run(env, email)
      expect(made.output).toMatch(/One-time password: [\w-]{20}\n/)
      expect(made.code).toBe(0)
      const wrong = await run(env, 'nobody')
      expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('Usage:')])
    } finally {
      await place.remove()
      await rm(folder, { recursive: true })
    }
  })
})
