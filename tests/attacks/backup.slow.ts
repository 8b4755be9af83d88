import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, test, vi } from 'vitest'

import type { Backend } from '#server'

import { business } from '../../resources/index.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { openBackend } from '../../src/server/process.ts'
import { buildServer } from '../../src/server/http/server.ts'
import { administer, createPostgresDatabase, silent } from '../fixtures/database.ts'
import { client, type Client } from '../fixtures/server.ts'
import { everything } from './cases/office.ts'

vi.setConfig({ testTimeout: 180_000 })

const account = { email: 'boss@example.com', password: 'slow tides move 41 barges' }
const settings = { APP_KEY: '5a'.repeat(32), DEMO: '0' }
const first = { ...settings, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }

const restored = `restored_${randomBytes(6).toString('hex')}`

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A command of docs/operating.md, run as an operator would. */
function run(command: RegExp, env: Record<string, string>, cwd: string): void {
  const blocks = readFileSync('docs/operating.md', 'utf8').matchAll(/```sh\n(.*?)```/gs)
  const text = [...blocks].map(([, block = '']) => block).find((block) => command.test(block)) ?? ''
  expect(text).toMatch(command)
  const ours = text.replaceAll('leadgate_restored', restored)
  const tools = '/usr/lib/postgresql'
  const newest = readdirSync(tools).sort((a, b) => Number(b) - Number(a))[0]
  const PATH = `${tools}/${newest}/bin:${process.env['PATH']}`
  execFileSync('sh', ['-euc', ours], { cwd, env: { ...env, PATH } })
}

async function start(env: Record<string, string>) {
  const backend = await openBackend(business, readConfig(env), silent)
  const app = await buildServer(backend, { maxEventLoopDelayMs: 0 })
  const close = async () => {
    await app.close()
    await backend.jobs.stop()
    await backend.database.close()
  }
  return { backend, app, close }
}

type Console = Awaited<ReturnType<typeof start>>

async function signIn({ app }: Pick<Console, 'app'>): Promise<Client> {
  const { status, body } = await client(app, 0, '').post('/login', account)
  expect(status).toBe(200)
  return client(app, 1, body.data.access_token)
}

/** Makes records, a secret among them, and answers the department with the secret. */
async function work(boss: Client): Promise<number> {
  const source = await boss.make('/settings/source', { name: 'Meadow' })
  await boss.make('/lead', { first_name: 'Ada', email: 'ada@example.org', source })
  const broker_id = await boss.make('/broker', { name: 'Harbour' })
  const id = await boss.make('/broker/department', { branch_name: 'Quay', broker_id })
  expect((await boss.post(`/broker/department/${id}/token`)).status).toBe(200)
  return id
}

const tokenOf = async (boss: Client, id: number) =>
  (await boss.get(`/broker/department/${id}`)).body.data.api_token

/** A hash of each table. The log of requests is written a moment after them. */
async function contentOf(backend: Backend): Promise<string[]> {
  const tables = (await everything({ backend }, ['requests'])).split('\n')
  return tables.map((text) => {
    const hash = createHash('sha256').update(text).digest('hex')
    return `${text.slice(0, text.indexOf(' '))} ${hash}`
  })
}

/** The restored console holds what the first one held, lets in the same people and opens the same secrets. */
async function compare(
  restored: Console,
  before: { content: string[]; token: object; id: number },
) {
  expect(await contentOf(restored.backend)).toEqual(before.content)
  const boss = await signIn(restored)
  expect(await tokenOf(boss, before.id)).toEqual(before.token)
  expect((await boss.get('/lead/search')).body.meta.total).toBe(1)
  await boss.make('/settings/source', { name: 'Orchard' })
}

async function fill(running: Console) {
  const boss = await signIn(running)
  const id = await work(boss)
  const token = await tokenOf(boss, id)
  expect(token).toMatchObject({ set: true, last4: expect.any(String) })
  return { id, token, content: await contentOf(running.backend) }
}

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'leadgate-backup-'))
  closing.push(() => rm(path, { recursive: true, force: true }))
  return path
}

const server = process.env['TEST_DATABASE_URL']

describe('F13: a backup as docs/operating.md makes it', () => {
  test.skipIf(!server)('of PostgreSQL is restored whole', async () => {
    const cwd = await folder()
    const original = await createPostgresDatabase(server ?? '')
    closing.push(original.close)
    const running = await start({ ...first, DATABASE_URL: original.url })
    closing.push(running.close)
    const before = await fill(running)
    run(/^pg_dump /, { DATABASE_URL: original.url }, cwd)
    const RESTORED_URL = Object.assign(new URL(server ?? ''), { pathname: restored }).href
    closing.push(() => administer(server ?? '', `drop database ${restored} with (force)`))
    run(/pg_restore /, { SERVER_URL: server ?? '', RESTORED_URL }, cwd)
    const again = await start({ ...settings, DATABASE_URL: RESTORED_URL })
    closing.push(again.close)
    await compare(again, before)
  })

  // It is the same whatever database the other tests run on.
  test.skipIf(server)('of the embedded database is restored whole', async () => {
    const cwd = await folder()
    const DATA_DIR = join(cwd, 'data')
    const running = await start({ ...first, DATA_DIR })
    const before = await fill(running)
    await running.close()
    run(/^cp -a /, { DATA_DIR }, cwd)
    const again = await start({ ...settings, DATA_DIR: join(cwd, 'leadgate.copy') })
    closing.push(again.close)
    await compare(again, before)
  })
})
