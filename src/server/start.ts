import { buildWhenStale } from './build.ts'

// `npm start`: the console as it stands in the sources, then the process.
buildWhenStale()
await import('./main.ts')
