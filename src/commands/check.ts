import { fileURLToPath } from 'node:url'

import { resources } from '#resources'

import { migrationText, planInMemory } from '../server/database/migration/plan.ts'

// Fails when the migrations make something else than the resources declare. Part of npm run check.
const directory = fileURLToPath(new URL('../../resources/migrations', import.meta.url))

const steps = await planInMemory(resources, directory)
if (steps.length > 0) {
  console.error(`Run npm run migration -- NAME. ${migrationText('Missing:', steps)}`)
  process.exitCode = 1
}
