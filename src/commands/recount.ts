import { resources } from '#resources'

import { recount } from '../server/statistics/recount.ts'
import { runWithDatabase } from './command.ts'

// npm run recount
await runWithDatabase(async (database) => {
  await database.sql.transaction().execute((transaction) => recount(resources, transaction))
  console.log('The sums of the dashboard are made anew from the records.')
})
