import { afterAll, beforeAll, test } from 'vitest'

import { fuzzImports } from '../fixtures/files/csvFuzz.ts'
import { importer } from '../fixtures/files/imports.ts'
import { business } from '../fixtures/readers.ts'
import { createTestServer, type TestServer } from '../fixtures/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer(business)
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

test('5,000 files of every shape lose no row, count none twice and break nothing', async () => {
  // Uploads of one person are bounded: each hundred files have another.
  for (let person = 0; person < 50; person += 1) {
    await fuzzImports(server, await server.user(importer), 100)
  }
}, 7_200_000)
