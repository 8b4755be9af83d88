import { buildWhenStale } from '../server/build.ts'
import { businessFault } from '../server/kernel/businessFolder.ts'

// Builds console and server where a source is newer than they are; prints where the server begins.
const fault = businessFault()
if (fault === undefined) process.stdout.write(buildWhenStale())
else {
  console.error(fault)
  process.exitCode = 1
}
