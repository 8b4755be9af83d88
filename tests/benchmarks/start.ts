import { argv } from 'node:process'

// `npm run bench [-- rows]`, `npm run bench -- growth [rows …] [embedded]` or `npm run bench -- share [rows]`
const named = new Set(['growth', 'share'])
await import(named.has(argv[2] ?? '') ? `./${argv[2]}.ts` : './run.ts')
