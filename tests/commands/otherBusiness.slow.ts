import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

const run = promisify(execFile)
const env = { ...process.env, BUSINESS: 'examples/hire' }

// In memory, whatever database the other tests run on.
const once = it.skipIf(process.env['TEST_DATABASE_URL'])

once(
  'npm test of another business runs the tests of its folder, and none of the engine',
  async () => {
    const { stdout } = await run('npx', ['vitest', 'list', '--filesOnly'], { env })
    const files = stdout.split('\n').filter((line) => line.includes('.test.'))
    expect(files).toEqual(['[node] examples/hire/hire.test.ts'])
  },
)

once('the check of another business finds nothing wrong with the example', async () => {
  const check = ['--import', 'tsx', 'src/commands/check.ts']
  const { stderr } = await run(process.execPath, check, { env })
  expect(stderr).toBe('')
})

once('the check tells SQL of a declaration that the database refuses, with its place', async () => {
  const folder = `unsound-${process.pid}`
  cpSync('examples/hire/migrations', join(folder, 'migrations'), { recursive: true })
  const code = `import { count, field } from '#schema'
import { business as hire } from '../examples/hire/index.server.ts'

const made = field.derived(field.integer(), count('bookings', { by: 'customer', where: 'stat = 1' }))
const resources = hire.resources.map((one) =>
  one.name === 'customers' ? { ...one, fields: { ...one.fields, made } } : one,
)
export const business = { ...hire, resources }
`
  writeFileSync(join(folder, 'index.server.ts'), code)
  try {
    const check = ['--import', 'tsx', 'src/commands/check.ts']
    const checked = run(process.execPath, check, { env: { ...env, BUSINESS: folder } })
    const told = await checked.catch((refused: { stderr: string }) => refused.stderr)
    expect(told).toContain('customers.made: the database refuses its SQL: column "stat" does not')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

once('a business outside of the project is begun nowhere, and told in one line', async () => {
  const folder = join(tmpdir(), `leadgate-outside-${process.pid}`)
  const begin = ['--import', 'tsx', 'src/commands/resource.ts', 'patients']
  const begun = run(process.execPath, begin, { env: { ...env, BUSINESS: folder } })
  const told = await begun.catch((refused: { stderr: string }) => refused.stderr)
  expect(told).toMatch(/^BUSINESS: .* is not within the project, .*\n$/)
  expect(existsSync(folder)).toBe(false)
})

once('a business that is not there is told in one line by the start and by the check', async () => {
  const files = ['buildWhenStale', 'check'].map((name) => `src/commands/${name}.ts`)
  const nowhere = { env: { ...env, BUSINESS: 'nowhere' } }
  const runs = files.map((file) => run(process.execPath, ['--import', 'tsx', file], nowhere))
  const told = runs.map((one) => one.catch((refused: { stderr: string }) => refused.stderr))
  const line = 'BUSINESS: there is none in nowhere. Begin it with npm run resource\n'
  expect(await Promise.all(told)).toEqual([line, line])
})

once('a mistake in a declaration is told with its place, before anything is built', async () => {
  const folder = `mistaken-${process.pid}`
  const code = "import { field } from '#schema'\n\nexport const size = (field as any).sizes()\n"
  mkdirSync(folder)
  try {
    writeFileSync(join(folder, 'index.server.ts'), code)
    const start = ['--import', 'tsx', 'src/commands/buildWhenStale.ts']
    const started = run(process.execPath, start, { env: { ...env, BUSINESS: folder } })
    const told = await started.catch((refused: { stderr: string }) => refused.stderr)
    expect(told).toBe(`${folder}/index.server.ts:3: field.sizes is not a function\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

once('no migration is written of declarations that contradict each other', async () => {
  const folder = `contrary-${process.pid}`
  const code = `import { business as hire } from '../examples/hire/index.server.ts'

const resources = hire.resources.map((one) =>
  one.name === 'customers' ? { ...one, list: ['weight'] } : one,
)
export const business = { ...hire, resources }
`
  mkdirSync(folder)
  try {
    writeFileSync(join(folder, 'index.server.ts'), code)
    const write = ['--import', 'tsx', 'src/commands/migration.ts', 'first']
    const written = run(process.execPath, write, { env: { ...env, BUSINESS: folder } })
    const told = await written.catch((refused: { stderr: string }) => refused.stderr)
    expect(told).toContain('customers.list: no field "weight"')
    expect(existsSync(join(folder, 'migrations'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
