import { resources } from '#resources'

import { readConfig } from '../server/kernel/config.ts'
import { openDatabase } from '../server/database/open.ts'
import { openSecrets } from '../server/kernel/secrets.ts'
import { rotateSecrets } from '../server/sealing/sealing.ts'

// npm run secrets:rotate
try {
  const config = readConfig(process.env)
  const database = await openDatabase(config, console)
  try {
    const secrets = openSecrets(config)
    const { sealed, lost } = await rotateSecrets({ business: { resources }, database, secrets })
    console.log(`${sealed} secrets are sealed with the key in use; APP_KEY_OLD can go.`)
    if (lost > 0) console.warn(`${lost} secrets open with no known key and stay as they are.`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
