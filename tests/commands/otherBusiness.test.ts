import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

const run = promisify(execFile)
const env = { ...process.env, BUSINESS: 'examples/hire' }

it('npm test of another business runs the tests of its folder, and none of the engine', async () => {
  const { stdout } = await run('npx', ['vitest', 'list', '--filesOnly'], { env })
  const files = stdout.split('\n').filter((line) => line.includes('.test.'))
  expect(files).toEqual(['[node] examples/hire/hire.test.ts'])
})

// In memory, whatever database the other tests run on.
it.skipIf(process.env['TEST_DATABASE_URL'])(
  'the check of another business finds nothing wrong with the example',
  async () => {
    const check = ['--import', 'tsx', 'src/commands/check.ts']
    const { stderr } = await run(process.execPath, check, { env })
    expect(stderr).toBe('')
  },
)
