import { Kysely, PostgresDialect, PostgresDriver } from 'kysely'
import type { Pool } from 'pg'

import type { Faults, Tables } from '../kernel/database.ts'
import { isDiskFull } from './faults.ts'

/** Queries and transactions over a pool. */
export function createSql(pool: Pool, faults: Faults): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool })
  return new Kysely<Tables>({
    dialect: Object.assign(dialect, { createDriver: () => tolerant(new PostgresDriver({ pool })) }),
    log(event) {
      if (event.level === 'error' && isDiskFull(event.error)) faults.emit('full', event.error)
    },
  })
}

/**
 * A rollback fails only where the connection is lost, and then PostgreSQL rolls back by itself;
 * its failure would hide the error that ended the transaction.
 */
function tolerant(driver: PostgresDriver): PostgresDriver {
  const rollback = driver.rollbackTransaction.bind(driver)
  return Object.assign(driver, {
    rollbackTransaction: (...given: Parameters<typeof rollback>) =>
      rollback(...given).catch(() => undefined),
  })
}
