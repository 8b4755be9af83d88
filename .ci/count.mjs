// Tells what failed, adds up what the runners counted and closes with one line; fails when a runner counted nothing.
import { existsSync, readFileSync } from 'node:fs'

const folder = process.argv[2]
const read = (name) => {
  const path = `${folder}/${name}.json`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** What vitest reports: `passed` a number, `failures` texts. A file that did not load is a failure of its own. */
function units(name) {
  const result = read(name)
  if (!result) return { passed: 0, failures: [`${name}: the runner did not finish`] }
  const failures = result.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return file.status === 'failed' ? [`${file.name}\n${file.message}`] : []
    return tests.map((test) =>
      [`${file.name}: ${test.fullName}`, ...test.failureMessages].join('\n'),
    )
  })
  return { passed: result.numPassedTests, failures }
}

/** What Playwright reports, in the same shape; what did not run has failed. */
function journeys() {
  const result = read('journeys')
  if (!result) return { passed: 0, failures: ['journeys: the runner did not finish'] }
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const told = result.suites.flatMap(specs).flatMap((spec) => {
    const bad = spec.tests.filter(({ status }) => status !== 'expected')
    return bad.map(({ status, results }) => {
      const errors = results.flatMap((run) => run.errors.map((error) => error.message))
      return { status, text: [`${spec.file}: ${spec.title} (${status})`, ...errors].join('\n') }
    })
  })
  // Passed at the second try: no failure, but somebody must look.
  const flaky = told.filter(({ status }) => status === 'flaky')
  for (const { text } of flaky) process.stdout.write(`\nFLAKY ${text}\n`)
  const failures = told.filter(({ status }) => status !== 'flaky').map(({ text }) => text)
  failures.push(...result.errors.map((error) => `journeys: ${error.message}`))
  return { passed: result.stats.expected + flaky.length, failures }
}

const all = [units('embedded'), units('postgres'), journeys()]
const failures = all.flatMap((one) => one.failures)
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`)
const passed = all.reduce((sum, one) => sum + one.passed, 0)
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
process.exit(failures.length > 0 || all.some((one) => one.passed === 0) ? 1 : 0)
