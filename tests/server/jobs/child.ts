import { openEmbedded } from '../../../src/server/database/embedded/pglite.ts'
import { openPostgres } from '../../../src/server/database/postgres.ts'
import { silent } from '../../fixtures/database.ts'
import { tellProgress } from '../../fixtures/work/progress.ts'
import { jobsBackend, slow } from './setting.ts'

/** A process that works on the jobs of a database until it is killed. */
const [place = ''] = process.argv.slice(2)
const database = place.startsWith('postgres')
  ? await openPostgres(place, silent)
  : await openEmbedded({ dataDir: place }, silent)
await jobsBackend(database, [slow]).jobs.work()
await tellProgress(database)
