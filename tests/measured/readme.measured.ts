import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import viteConfig from '../../vite.config.ts'
import { call, signIn, startConsole, type RunningConsole } from '../fixtures/process.ts'
import { copyProject, readme } from './copyProject.ts'

const example = readme.split('<!-- example:begin -->')[1]!.split('<!-- example:end -->')[0]!
const [, declaration] = /```ts\n(.*?)```/s.exec(example)!
const [, command] = /```sh\n(npm run resource.*?)\n```/s.exec(example)!

const { folder, run, remove } = copyProject()
let running: RunningConsole
let token: string

beforeAll(async () => {
  const path = /^\/\/ (\S+)/.exec(declaration!)![1]!
  writeFileSync(join(folder, path), declaration!)
  run(command!)
  running = await startConsole(folder, { DATA_DIR: join(folder, 'data'), DEMO: '1' })
  const [, email, password] = /^ {2}(\S+@\S+) +(\S+) +Administrator/m.exec(running.output())!
  token = await signIn(running.address, email!, password!)
}, 300_000)

afterAll(async () => {
  await running?.stop()
  remove()
})

test('specification B1: npm run dev answers at the address of the README', () => {
  const { host, port } = viteConfig.server ?? {}
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
