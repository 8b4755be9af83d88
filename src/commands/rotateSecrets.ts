import { loadBusiness } from '../server/kernel/business.ts'
import { openSecrets } from '../server/kernel/secrets/secrets.ts'
import { rotateSecrets } from '../server/sealing/sealing.ts'
import { runWithDatabase } from './command.ts'

// npm run secrets:rotate
await runWithDatabase(async (database, config) => {
  const secrets = openSecrets(config)
  const { sealed, lost } = await rotateSecrets({
    business: await loadBusiness(),
    database,
    secrets,
  })
  console.log(`${sealed} secrets are sealed with the key in use; APP_KEY_OLD can go.`)
  if (lost > 0) console.warn(`${lost} secrets open with no known key and stay as they are.`)
})
