import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import { inTransaction } from '../database/connection.ts'
import { quoted, tableOf } from '../database/names.ts'
import { writeWord } from './checkKey.ts'
import { placeOf, placesOf } from '../kernel/secrets.ts'
import { lockSealed, sealedColumns, type SealedColumn } from './sealed.ts'

interface Parts extends Pick<Backend, 'database' | 'secrets'> {
  readonly business: Pick<Backend['business'], 'resources'>
}

const batch = 500

export interface Rotated {
  /** Values that are now sealed with the key in use. */
  readonly sealed: number
  /** Values that no known key opens; they stay as they are. */
  readonly lost: number
}

/** Seals every secret anew with the key in use, for the place where it stands. Doing it again does no harm. */
export async function rotateSecrets(parts: Parts): Promise<Rotated> {
  let [sealed, lost] = [0, 0]
  for (const column of sealedColumns(parts.business.resources)) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const done = await rotateBatch(column, after, parts)
      sealed += done.sealed
      lost += done.lost
      after = done.last
    }
  }
  await writeWord(parts)
  return { sealed, lost }
}

function rotateBatch(
  column: SealedColumn,
  after: number,
  { database, secrets }: Parts,
): Promise<Rotated & { last: number | undefined }> {
  const { resource, field } = column
  return inTransaction(database, async (transaction) => {
    const values = await lockSealed(column, { after, limit: batch }, transaction)
    let [sealed, lost] = [0, 0]
    for (const { id, sealed: old } of values) {
      const text = secrets.decrypt(old, placesOf(resource, field, id))
      if (text === undefined) lost += 1
      else {
        const fresh = secrets.encrypt(text, placeOf(resource, field, id))
        await sql`
          update ${tableOf(resource)} set ${sql.raw(quoted(field))} = ${fresh} where id = ${id}`.execute(
          transaction,
        )
        sealed += 1
      }
    }
    return { sealed, lost, last: values.at(-1)?.id }
  })
}
