import { expect, test } from 'vitest'

import type { Backend } from '#server'

import { readConfig } from '../../../src/server/kernel/config.ts'
import { buildServer } from '../../../src/server/http/server.ts'
import { createTestServer } from '../../fixtures/server.ts'

const addresses = {
  HELP_DOCUMENTATION_URL: 'https://wiki.example.com/leadgate',
  HELP_SUPPORT_URL: 'http://tickets.example.com',
  HELP_CONTACT: 'desk@example.com',
}

test('the addresses of the help menu are settings, and nobody must set them', () => {
  expect(readConfig({}).help).toEqual({})
  expect(readConfig(addresses).help).toEqual({
    documentation: 'https://wiki.example.com/leadgate',
    support: 'http://tickets.example.com',
    contact: 'desk@example.com',
  })
  expect(readConfig({ HELP_CONTACT: 'https://example.com/us' }).help.contact).toMatch(/^https/)
})

test.each([
  ['HELP_DOCUMENTATION_URL', 'wiki', 'must be an address like https://help.example.com'],
  ['HELP_SUPPORT_URL', 'javascript:alert(1)', 'must be an address like https://help.example.com'],
  ['HELP_CONTACT', 'the desk', 'must be an e-mail address, or an address like https://example.com'],
  ['HELP_CONTACT', 'javascript:alert(1)', 'must be an e-mail address'],
])('a wrong %s is named at start', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${words}`)
})

test('whoever is signed in is told the addresses, a visitor is not', async () => {
  const server = await createTestServer({})
  const { token, get } = await server.user([])
  expect((await server.anonymous.get('/help')).status).toBe(401)
  expect((await get('/help')).body).toEqual({ data: {} })
  const config = { ...server.backend.config, help: readConfig(addresses).help }
  const backend: Backend = { ...server.backend, jobs: server.backend.jobs, config }
  const app = await buildServer(backend, { maxEventLoopDelayMs: 0 })
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ url: '/api/help', headers })
  expect(answer.json()).toEqual({
    data: {
      documentation: 'https://wiki.example.com/leadgate',
      support: 'http://tickets.example.com',
      contact: 'mailto:desk@example.com',
    },
  })
  await app.close()
  await server.close()
})
