import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import { placesOf, placeOf } from '../kernel/secrets/secrets.ts'
import { inTransaction } from '../database/connection.ts'
import { quoted, tableOf } from '../database/names.ts'
import { lockSealed, sealedColumns, type SealedColumn } from './sealedColumns.ts'

const name = 'key'
const word = 'open sesame'

/**
 * Refuses a key that does not open what the database holds: its secrets could not be used, and it would not be noticed
 * before they are needed.
 */
export async function checkKey(backend: Backend): Promise<void> {
  const { database, secrets, log } = backend
  const { rows } = await sql<{ sealed: string }>`
    select sealed from sealed_words where name = ${name}`.execute(database.sql)
  const sealed = rows[0]?.sealed
  if (sealed === undefined) return keepWord(backend)
  if (secrets.decrypt(sealed, [name]) !== word) throw wrongKey()
  if (!secrets.isCurrent(sealed)) {
    log.warn('Secrets are sealed with a key of APP_KEY_OLD. Run npm run secrets:rotate.')
  }
  secrets.fingerprintKey = await fingerprintKey(backend)
}

const fingerprints = 'key of fingerprints'

/** The key stands in the database sealed: what it makes must be made again after a change of `APP_KEY`. */
async function fingerprintKey({ database, secrets }: Backend): Promise<Buffer> {
  const fresh = secrets.encrypt(randomBytes(32).toString('base64url'), fingerprints)
  await sql`
    insert into sealed_words (name, sealed) values (${fingerprints}, ${fresh})
    on conflict do nothing`.execute(database.sql)
  const { rows } = await sql<{ sealed: string }>`
    select sealed from sealed_words where name = ${fingerprints}`.execute(database.sql)
  const opened = secrets.decrypt(rows[0]?.sealed ?? '', [fingerprints])
  if (opened === undefined) throw wrongKey()
  return Buffer.from(opened, 'base64url')
}

/** A database of a release that kept no word has its first sealed value to try the key on. */
async function keepWord(backend: Backend): Promise<void> {
  const { business, database, secrets } = backend
  for (const column of sealedColumns(business.resources)) {
    const [first] = await lockSealed(column, { after: 0, limit: 1 }, database.sql)
    const places = first && placesOf(column.resource, column.field, first.id)
    if (places && secrets.decrypt(first.sealed, places) === undefined) throw wrongKey()
  }
  await sql`
    insert into sealed_words (name, sealed) values (${name}, ${secrets.encrypt(word, name)})
    on conflict do nothing`.execute(database.sql)
  // Another process may have been first, with another key.
  await checkKey(backend)
}

/** Seals the word, and the key of fingerprints, with the key in use. */
async function writeSealedWord({ database, secrets }: Pick<Backend, 'database' | 'secrets'>) {
  const { rows } = await sql<{ name: string; sealed: string }>`
    select name, sealed from sealed_words`.execute(database.sql)
  for (const one of rows) {
    const text = one.name === name ? word : secrets.decrypt(one.sealed, [one.name])
    if (text === undefined) throw wrongKey()
    const fresh = secrets.encrypt(text, one.name)
    await sql`update sealed_words set sealed = ${fresh} where name = ${one.name}`.execute(
      database.sql,
    )
  }
}

const wrongKey = () =>
  new Error(
    'APP_KEY is not the key that this database was made with: its secrets would not open. Start with the right key. To change it, set APP_KEY to the new one and APP_KEY_OLD to the old one, and run npm run secrets:rotate.',
  )

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
  await writeSealedWord(parts)
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
