import { argv } from 'node:process'

const benchmarks: Readonly<Record<string, string>> = {
  growth: './growth/growth.ts',
  files: './filesBench.ts',
  share: './share.ts',
  imports: './imports.ts',
  duplicates: './duplicates.ts',
  bulk: './bulk.ts',
  sending: './sending.ts',
  statistics: './statistics.ts',
  'first-row': './firstRow/firstRow.ts',
}

// `npm run bench -- NAME`: each file says what it measures, and what may follow its name.
const [, , name = 'growth'] = argv
const benchmark = benchmarks[name]
if (!benchmark) {
  const names = Object.keys(benchmarks).join(', ')
  throw new Error(`There is no benchmark “${name}”. Name one of these: ${names}.`)
}
await import(benchmark)
