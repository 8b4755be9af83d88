// Adds up what the runners counted and closes with one line; fails when a runner counted nothing.
import { existsSync, readFileSync } from 'node:fs'

const folder = process.argv[2]
const read = (name) => {
  const path = `${folder}/${name}.json`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
const units = ['embedded', 'postgres'].map((name) => {
  const result = read(name)
  return [
    result?.numPassedTests ?? 0,
    result ? result.numFailedTests + result.numFailedTestSuites : 1,
  ]
})
const stats = read('journeys')?.stats
const journeys = [stats?.expected ?? 0, stats ? stats.unexpected + stats.flaky : 1]
const all = [...units, journeys]
const passed = all.reduce((sum, [one]) => sum + one, 0)
const failed = all.reduce((sum, [, one]) => sum + one, 0)
const isEmpty = all.some(([one]) => one === 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 || isEmpty ? 1 : 0)
