import { openDatabase } from '../../../src/server/database/open.ts'
import { silent } from '../../fixtures/database.ts'
import { tellProgress } from '../../fixtures/work/progress.ts'
import { importBackend } from './setting.ts'

// Works on the jobs of the database it is given until it is killed.
const address = process.argv[2] ?? ''
const databaseUrl = address.startsWith('postgres') ? address : undefined
const database = await openDatabase({ databaseUrl, dataDir: address }, silent)
await importBackend(database).jobs.work()
await tellProgress(database)
