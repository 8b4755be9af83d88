import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import underPressure from '@fastify/under-pressure'
import fastify from 'fastify'
import { expect, test } from 'vitest'

import { consoleFiles } from '../../../src/server/http/consoleFiles.ts'

test('a busy server refuses questions, and serves the page all the same', async () => {
  const root = mkdtempSync(join(tmpdir(), 'leadgate-page-'))
  writeFileSync(join(root, 'index.html'), '<head></head>The console')
  writeFileSync(join(root, 'part.js'), 'export {}')
  const app = fastify()
  await app.register(underPressure, { healthCheck: async () => false, healthCheckInterval: 60_000 })
  app.get('/api/setup', async () => ({}))
  await app.register(consoleFiles, { apiOrigin: undefined, root })
  const answers = ['/api/setup', '/', '/part.js'].map(async (url) => {
    const { statusCode, body } = await app.inject(url)
    return [statusCode, body]
  })
  expect(await Promise.all(answers)).toEqual([
    [503, expect.any(String)],
    [200, '<head></head>The console'],
    [200, 'export {}'],
  ])
  await app.close()
  rmSync(root, { recursive: true })
})
