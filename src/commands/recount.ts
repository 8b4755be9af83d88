import { loadBusiness } from '../server/kernel/business.ts'
import { recount } from '../server/statistics/recount.ts'
import { runWithDatabase } from './command.ts'

// npm run recount
await runWithDatabase(async (database) => {
  const { resources } = await loadBusiness()
  await database.sql.transaction().execute((transaction) => recount(resources, transaction))
  console.log('The sums of the dashboard are made anew from the records.')
})
