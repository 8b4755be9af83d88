import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { business } from '../../../resources/index.server.ts'
import { readConfig } from '../../../src/server/kernel/config.ts'
import { openBackend } from '../../../src/server/process.ts'
import { createPostgresDatabase, silent } from '../../fixtures/database.ts'

const server = process.env['TEST_DATABASE_URL']

it.skipIf(!server)(
  'a start that is refused for its administrator binds the next one to no key, which makes one who may send',
  async () => {
    const empty = await createPostgresDatabase(server!)
    const start = (ADMIN_PASSWORD: string) => {
      const env = { DATABASE_URL: empty.url, APP_KEY: randomBytes(32).toString('hex') }
      const config = readConfig({ ...env, ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD })
      return openBackend(business, config, silent)
    }
    await expect(start('Password1234!')).rejects.toThrow('too easy to guess')
    const { database } = await start('quiet-Lantern-37-meadow')
    const { rows } = await sql`select email, is_sender from users`.execute(database.sql)
    expect(rows).toEqual([{ email: 'boss@example.com', is_sender: true }])
    await database.close()
    await empty.close()
  },
)
