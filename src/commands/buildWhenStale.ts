import { buildWhenStale } from '../server/build.ts'
import { checkBusiness, loadBusiness } from '../server/kernel/business.ts'
import { businessFault } from '../server/kernel/businessFolder.ts'
import { runCommand } from './command.ts'

// Builds console and server where a source is newer than they are; prints where the server begins. What is wrong with the
// declarations is told at once, and not after the build.
await runCommand(async () => {
  const fault = businessFault()
  if (fault !== undefined) throw new Error(fault)
  process.stdout.write(await buildWhenStale(async () => checkBusiness(await loadBusiness())))
})
