import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import viteConfig from '../../vite.config.ts'
import { call, signIn, startConsole, type RunningConsole } from '../fixtures/process.ts'

const root = process.cwd()
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const example = readme.split('<!-- example:begin -->')[1]!.split('<!-- example:end -->')[0]!
const [, declaration] = /```ts\n(.*?)```/s.exec(example)!
const [, command] = /```sh\n(npm run resource.*?)\n```/s.exec(example)!

let folder: string
let running: RunningConsole
let token: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadgate-readme-'))
  const left = new Set(['node_modules', 'dist', '.git', 'test-results', '.data'])
  for (const part of readdirSync(root)) {
    if (!left.has(part)) cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  const path = /^\/\/ (\S+)/.exec(declaration!)![1]!
  writeFileSync(join(folder, path), declaration!)
  run(command!)
  running = await startConsole(folder, { DATA_DIR: join(folder, 'data'), DEMO: '1' })
  const [, email, password] = /^ {2}(\S+@\S+) +(\S+) +Administrator/m.exec(running.output())!
  token = await signIn(running.address, email!, password!)
}, 300_000)

/** Runs one line of the README in the copy; what stands before its program is set for it alone. */
function run(line: string): void {
  const [, name, value, program, rest = ''] = /^(?:(\w+)=(\S+) )?(\S+) ?(.*)$/.exec(line)!
  const env = { ...process.env, ...(name && { [name]: value }) }
  const words = rest.split(' ')
  const { status, stdout } = spawnSync(program!, words, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${line}\n${stdout}`)
}

afterAll(async () => {
  await running?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('specification B1: npm run dev answers at the address of the README', () => {
  const { host, port } = viteConfig.server ?? {}
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toMatch(new RegExp(`npm run dev.*at http://${host}:${port}\\b`))
})

test('the example of the README writes one reviewed migration', () => {
  const file = readdirSync(join(folder, 'resources/migrations')).find((name) =>
    name.includes('regulators'),
  )
  const text = readFileSync(join(folder, 'resources/migrations', file!), 'utf8')
  expect(text).toContain('create table "regulators"')
  expect(text).not.toMatch(/drop|alter table "(?!regulators)/i)
})

test('its routes create, list, change and delete', async () => {
  const created = await call(running.address, 'POST', '/regulator', {
    token,
    body: { name: 'CySEC', country: 'CY', website: 'https://www.cysec.gov.cy' },
  })
  expect(created).toMatchObject({
    status: 201,
    body: { message: 'Regulator successfully created' },
  })
  const { id, version } = created.body.data
  const list = await call(running.address, 'GET', '/regulator/search?country=CY&search=cys', {
    token,
  })
  expect(list.body.data).toHaveLength(1)
  const body = { is_active: false, version }
  expect((await call(running.address, 'PUT', `/regulator/${id}`, { token, body })).status).toBe(200)
  expect((await call(running.address, 'DELETE', `/regulator/${id}`, { token })).status).toBe(200)
  const bad = await call(running.address, 'POST', '/regulator', {
    token,
    body: { name: 'X', country: 'XX' },
  })
  expect(bad.body.errors).toHaveProperty('country')
})

test('its permissions stand in the role editor and its routes in the OpenAPI document', async () => {
  const permissions = await call(running.address, 'GET', '/management/permission/all', { token })
  const names = permissions.body.data.map((one: { name: string }) => one.name)
  for (const verb of ['view', 'create', 'update', 'delete', 'export']) {
    expect(names).toContain(`regulator.${verb}`)
  }
  const api = await call(running.address, 'GET', '/openapi.json', { token })
  expect(Object.keys(api.body.paths)).toEqual(
    expect.arrayContaining(['/regulator/search', '/regulator', '/regulator/{id}']),
  )
})

test('the gates of the repository pass with it', () => {
  const [, review] = /`(npx vitest run tests\/attacks\/platform\.test\.ts -u)`/.exec(example)!
  run(`${review} -t reviewed`)
  const routes = readFileSync(join(folder, 'tests/attacks/routes.txt'), 'utf8')
  expect(routes).toContain('POST /api/regulator → ')
  run('npm run check')
}, 300_000)

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
