import { resources } from '#resources'

import { readConfig } from '../server/kernel/config.ts'
import { openDatabase } from '../server/database/open.ts'
import { recount } from '../server/statistics/sums.ts'

// npm run recount
try {
  const database = await openDatabase(readConfig(process.env), console)
  try {
    await database.sql.transaction().execute((transaction) => recount(resources, transaction))
  } finally {
    await database.close()
  }
  console.log('The sums of the dashboard are made anew from the records.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
