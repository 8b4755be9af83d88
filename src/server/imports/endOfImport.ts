import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import type { StoredOptions } from './storedOptions.ts'
import { msg } from '../../texts/serverMsg.ts'

export interface Ended {
  readonly total: number
  readonly created: number
  readonly updated: number
  readonly refused: number
  /** Ids of stored files: as uploaded, and as UTF-8 where that is another one. */
  readonly file: string | null
  readonly text: string | null
  readonly encoding: string
  readonly follow: StoredOptions['follow'] | null
}

const daysKept = 7

export async function keepFile(file: string | null, database: Sql): Promise<void> {
  await sql`
    update files set expires_at = least(expires_at, now() + ${daysKept} * interval '1 day')
    where id = ${file}::uuid`.execute(database)
}

/** The rows that were counted before the first was read, and what became of them. */
export function outcomeMessage({ total, created, updated, refused, encoding }: Ended): string {
  const [counted, taken, left, rest] = [
    total,
    created + updated,
    refused,
    total - created - updated - refused,
  ].map((count) => count.toLocaleString('en'))
  return rest === '0'
    ? msg('rows_read_imported_refused_encoding', { counted, taken, left, encoding })
    : msg('rows_counted_imported_refused_not_read_encoding', {
        counted,
        taken,
        left,
        rest,
        encoding,
      })
}

export const states: Readonly<Record<string, string>> = { failed: 'failed', cancelled: 'cancelled' }
