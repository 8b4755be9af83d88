import { openEmbedded } from '../../../../src/server/database/embedded/pglite.ts'
import { openPostgres } from '../../../../src/server/database/postgres.ts'
import { createSendWorker } from '../../../../resources/sending/engine/worker.server.ts'
import { silent } from '../../../fixtures/database.ts'
import { sendingBackend } from '../engine/sendingBackend.ts'

/** A process that sends what is due until it is killed. */
const [place = ''] = process.argv.slice(2)
const database = place.startsWith('postgres')
  ? await openPostgres(place, silent)
  : await openEmbedded({ dataDir: place }, silent)
createSendWorker(sendingBackend(database), { calls: 8 }).start()
process.stdout.write('sending\n')
