// Tells what failed, adds up what the runners counted and closes with one line; fails when a runner counted nothing, or
// when a line of the specification is proven by no test that ran and passed.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

import { specification } from '../tests/specification.ts'
import { unproven, type Passed } from '../tests/specification/unproven.ts'

/** What one runner counted. */
interface Result {
  readonly passed: number
  readonly failures: readonly string[]
  readonly tests: readonly Passed[]
}

interface UnitReport {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

interface Step {
  readonly title: string
  readonly steps?: readonly Step[]
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly {
        readonly errors: readonly { readonly message: string }[]
        readonly steps?: readonly Step[]
      }[]
    }[]
  }[]
}

interface JourneyReport {
  readonly suites: readonly Suite[]
  readonly stats: { readonly expected: number }
  readonly errors: readonly { readonly message: string }[]
}

const folder = process.argv[2]
const read = <Report>(name: string): Report | undefined => {
  const path = `${folder}/${name}.json`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

const unfinished = (name: string): Result => ({
  passed: 0,
  failures: [`${name}: the runner did not finish`],
  tests: [],
})

/** What passed at the second try is no failure, but somebody must look. */
function tellFlaky(texts: readonly string[]): void {
  for (const text of texts) process.stdout.write(`\nFLAKY ${text}\n`)
}

/** What vitest reports. A file that did not load is a failure of its own. */
function units(name: string): Result {
  const report = read<UnitReport>(name)
  if (!report) return unfinished(name)
  const failures = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0)
      return file.status === 'failed' ? [`${file.name}\n${file.message}`] : []
    return failed.map((test) =>
      [`${file.name}: ${test.fullName}`, ...test.failureMessages].join('\n'),
    )
  })
  tellFlaky(
    report.testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) =>
          [`${file}: ${fullName}`, ...failureMessages].join('\n'),
        ),
    ),
  )
  const tests = report.testResults.map(({ name: file, assertionResults }) => ({
    file: relative('tests', file),
    titles: assertionResults
      .filter(({ status }) => status === 'passed')
      .flatMap(({ title, fullName }) => [title, fullName]),
  }))
  return { passed: report.numPassedTests, failures, tests }
}

/** What Playwright reports, in the same shape; what did not run has failed. */
function journeys(): Result {
  const report = read<JourneyReport>('journeys')
  if (!report) return unfinished('journeys')
  const runs = report.suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => {
      const errors = results.flatMap((run) => run.errors.map(({ message }) => message))
      const text = [`${file}: ${title} (${status})`, ...errors].join('\n')
      const steps = results.at(-1)?.steps ?? []
      return { file, titles: [title, ...steps.flatMap(titlesOf)], status, text }
    }),
  )
  const flaky = runs.filter(({ status }) => status === 'flaky')
  tellFlaky(flaky.map(({ text }) => text))
  const good = runs.filter(({ status }) => status === 'expected' || status === 'flaky')
  const failures = runs.filter((run) => !good.includes(run)).map(({ text }) => text)
  failures.push(...report.errors.map(({ message }) => `journeys: ${message}`))
  const tests = good.map(({ file, titles }) => ({ file: `journeys/${file}`, titles }))
  return { passed: report.stats.expected + flaky.length, failures, tests }
}

const specsOf = (suite: Suite): NonNullable<Suite['specs']> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
]

const titlesOf = ({ title, steps = [] }: Step): string[] => [title, ...steps.flatMap(titlesOf)]

const all = [
  units('embedded'),
  units('postgres'),
  units('slow'),
  units('built'),
  units('measured'),
  journeys(),
]
const lines = unproven(
  specification,
  all.flatMap(({ tests }) => tests),
)
const failures = [
  ...all.flatMap((one) => one.failures),
  ...lines.map((line) => `specification: ${line}`),
]
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`)
const passed = all.reduce((sum, one) => sum + one.passed, 0)
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
process.exit(failures.length > 0 || all.some((one) => one.passed === 0) ? 1 : 0)
