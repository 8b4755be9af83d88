import type { Backend } from '#server'

import { business } from '../../../../resources/index.server.ts'
import type { Database } from '../../../../src/server/kernel/database.ts'
import { testBackend } from '../../../fixtures/backend.ts'

/** The business on a database, which may call the broker of the environment on this machine. */
export function sendingBackend(database: Database): Backend {
  const backend = testBackend(database, business)
  backend.config.outboundLoopback = process.env['FAKE_BROKER']
  return backend
}
