import { fileURLToPath } from 'node:url'

import { resources } from '#resources'
import { checkResources } from '#schema'

import { migrationText, planInMemory } from '../server/database/migration/plan.ts'

// Fails when declarations contradict each other, or the migrations make something else than they declare. Part of npm run check.
const directory = fileURLToPath(new URL('../../resources/migrations', import.meta.url))

checkResources(resources)
const steps = await planInMemory(resources, directory)
if (steps.length > 0) {
  console.error(`Run npm run migration -- NAME. ${migrationText('Missing:', steps)}`)
  process.exitCode = 1
}
