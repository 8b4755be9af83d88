import { afterAll, beforeAll, test } from 'vitest'

import { fuzzImports } from '../../fixtures/files/csvFuzz.ts'
import { importer } from '../../fixtures/files/imports.ts'
import { business } from '../../fixtures/readers.ts'
import { createTestServer, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer(business)
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

// `npm run test:long` does the same with 5,000 files.
test('files of every shape lose no row, count none twice and break nothing', async () => {
  await fuzzImports(server, await server.user(importer), 40)
}, 300_000)
