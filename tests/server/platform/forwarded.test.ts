import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'

import { frameRequests } from '../../../src/server/http/server.ts'

async function server(trustProxy: string | false) {
  const app = Fastify({ trustProxy, logger: { level: 'silent' } })
  const warn = vi.fn()
  app.addHook('onRequest', async (request) => void (request.log.warn = warn as never))
  await frameRequests(app, {})
  app.get('/', async ({ ip }) => ({ ip }))
  await app.ready()
  const ip = async (...forwarded: string[]) => {
    const headers = forwarded.length > 0 ? { 'x-forwarded-for': forwarded.join(',') } : {}
    const { body } = await app.inject({ url: '/', headers, remoteAddress: '203.0.113.9' })
    return JSON.parse(body).ip
  }
  return { ip, warn }
}

it('M5: the log says once that a proxy is not trusted, and what to set', async () => {
  const { ip, warn } = await server(false)
  await ip()
  expect(warn).not.toHaveBeenCalled()
  expect(await ip('192.0.2.1')).toBe('203.0.113.9')
  await ip('192.0.2.2')
  expect(warn).toHaveBeenCalledOnce()
  expect(String(warn.mock.calls[0])).toContain('set TRUSTED_PROXIES=203.0.113.9')
})

it('M5: a trusted proxy may write addresses with their ports', async () => {
  const { ip, warn } = await server('203.0.113.9,198.51.100.0/24')
  expect(await ip('192.0.2.1:5555')).toBe('192.0.2.1')
  expect(await ip('192.0.2.1', ' 198.51.100.4:80')).toBe('192.0.2.1')
  expect(await ip('[2001:db8::1]:443')).toBe('2001:db8::1')
  expect(await ip('2001:db8::1')).toBe('2001:db8::1')
  expect(warn).not.toHaveBeenCalled()
})
