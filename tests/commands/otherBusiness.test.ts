import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

const run = promisify(execFile)

it('npm test of another business runs the tests of its folder, and none of the engine', async () => {
  const env = { ...process.env, BUSINESS: 'examples/hire' }
  const { stdout } = await run('npx', ['vitest', 'list', '--filesOnly'], { env })
  const files = stdout.split('\n').filter((line) => line.includes('.test.'))
  expect(files).toEqual(['[node] examples/hire/hire.test.ts'])
})
