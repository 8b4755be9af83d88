import { argv } from 'node:process'

const benchmarks: Readonly<Record<string, string>> = {
  growth: './growth/growth.ts',
  share: './share.ts',
  imports: './imports.ts',
  duplicates: './duplicates.ts',
  sending: './sending.ts',
  statistics: './statistics.ts',
  'first-row': './firstRow/firstRow.ts',
}

// `npm run bench -- imports [workbook]`, `npm run bench -- duplicates [leads]`,
// `npm run bench [-- rows [files]]`, `npm run bench -- growth [rows …] [embedded]`, `npm run bench -- share [rows]` or
// `npm run bench -- first-row [rounds]`, `npm run bench -- sending [leads]` or `npm run bench -- statistics [real sends] [sends in all]`
await import(benchmarks[argv[2] ?? ''] ?? './run.ts')
