import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { checkBusiness, loadBusiness } from '../server/kernel/business.ts'
import { businessFolder, businessPath } from '../server/kernel/businessFolder.ts'
import { bindSources, requireSources } from '../server/records/read/source.ts'
import { migrationText, planInMemory } from '../server/database/migration/plan.ts'
import { runCommand } from './command.ts'
import { gapsOf } from './gaps.ts'

// Fails when declarations contradict each other, no user could use what they declare, or the migrations make something
// else. Part of npm run check.
const root = fileURLToPath(new URL('../..', import.meta.url))

await runCommand(check)

async function check(): Promise<void> {
  const business = await loadBusiness()
  checkBusiness(business)
  const gaps = gapsOf({ ...business, code: code() })
  for (const gap of gaps) console.error(gap)
  if (gaps.length > 0) process.exitCode = 1
  const { resources } = business
  bindSources(business)
  const steps = await planInMemory(resources, join(businessFolder, 'migrations'), (database) =>
    requireSources(database, resources),
  )
  if (steps.length > 0) {
    console.error(`Run npm run migration -- NAME. ${migrationText('Missing:', steps)}`)
    process.exitCode = 1
  }
}

/** The source that may ask for a permission. */
function code(): string {
  return ['src', businessPath]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => !/\/(?:permissions|roles)\.ts$|\/translations\//.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
}
