import { buildWhenStale } from '../server/build.ts'

// Builds console and server where a source is newer than they are; prints where the server begins.
process.stdout.write(buildWhenStale())
