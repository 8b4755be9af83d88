import { argv } from 'node:process'

// `npm run bench [-- rows]`, or `npm run bench -- growth [rows …] [embedded]`
await import(argv[2] === 'growth' ? './growth.ts' : './run.ts')
