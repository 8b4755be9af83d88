import { business } from '../../../resources/index.server.ts'
import { createSendWorker } from '../../../resources/sending/engine/worker.server.ts'
import { openPostgres } from '../../../src/server/database/postgres.ts'
import { testBackend } from '../../fixtures/backend.ts'
import { silent } from '../../fixtures/database.ts'

const [url = '', broker = '', calls] = process.argv.slice(2)
const backend = testBackend(await openPostgres(url, silent), business)
backend.config.outboundLoopback = broker
createSendWorker(backend, { calls: Number(calls) }).start()
process.stdout.write('sending\n')
