import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import { placesOf } from '../kernel/secrets.ts'
import { lockSealed, sealedColumns } from './sealed.ts'

const name = 'key'
const word = 'open sesame'

/**
 * Refuses a key that does not open what the database holds: its secrets could not be used, and nobody would notice
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

/** Seals the word with the key in use. */
export async function writeWord({ database, secrets }: Pick<Backend, 'database' | 'secrets'>) {
  await sql`
    update sealed_words set sealed = ${secrets.encrypt(word, name)} where name = ${name}`.execute(
    database.sql,
  )
}

const wrongKey = () =>
  new Error(
    'APP_KEY is not the key that this database was made with: its secrets would not open. Start with the right key. To change it, set APP_KEY to the new one and APP_KEY_OLD to the old one, and run npm run secrets:rotate.',
  )
