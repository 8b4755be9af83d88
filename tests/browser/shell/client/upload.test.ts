import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { readMessage, renderMessage } from '#schema'

import { upload } from '../../../../src/browser/views/imports/file/upload.ts'
import { createHttp } from '../connect.ts'
import { createSessionStore } from '../../../../src/browser/client/session/session.ts'
import { tellApiOrigin } from '../api.ts'
import { sessionOf } from '../fixture.ts'

/** A server that takes a new upload and answers each of its chunks as a test says. */
let server: Server
let origin: string
let answer: number
let words: string
let requests: { method: string; token: string | undefined }[]
const session = createSessionStore(window.localStorage)

const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    '*, authorization, locale, accept, content-type, tus-resumable, upload-length, upload-offset, upload-metadata',
  'access-control-allow-methods': '*, PATCH, HEAD, POST',
  'access-control-expose-headers': '*, location, upload-offset, upload-length',
}

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const { method = '', headers } = request
      if (method === 'OPTIONS') return response.writeHead(204, open).end()
      requests.push({ method, token: headers.authorization })
      if (method === 'POST') {
        const location = `${origin}/api/files/an-upload`
        return response.writeHead(201, { ...open, location, 'upload-offset': '0' }).end()
      }
      return response
        .writeHead(answer, { ...open, 'upload-offset': '5' })
        .end(answer > 299 ? words : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const takeBack = tellApiOrigin(origin)
  return () => {
    takeBack()
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  window.localStorage.clear()
  session.write(sessionOf([]))
  requests = []
  answer = 204
  words = JSON.stringify({ message: 'Of the server' })
})

function send({ hasEnded = false } = {}) {
  const http = createHttp({ origin, session, locale: () => 'en', reload: () => {} })
  const warn = vi.fn()
  http.onExpired(warn)
  if (hasEnded) http.answered(401)
  const connection = {
    headers: async () => http.headers(),
    answered: async (status: number) => http.answered(status),
  }
  const sent = upload({
    file: new File(['a;b;c'], 'leads.csv'),
    purpose: 'import:leads',
    connection,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  return { http, warn, sent }
}

it('an upload carries the token and answers its id', async () => {
  const { sent } = send()
  expect(await sent).toBe('an-upload')
  expect(requests).toEqual([
    { method: 'POST', token: 'Bearer secret-token' },
    { method: 'PATCH', token: 'Bearer secret-token' },
  ])
})

it('an upload that meets a 401 ends the session for every call, with one warning', async () => {
  answer = 401
  const { http, warn, sent } = send()
  await expect(sent).rejects.toThrow('Token has expired. Login again.')
  expect(warn).toHaveBeenCalledTimes(1)
  await expect(http.json('/thing')).rejects.toThrow('Token has expired. Login again.')
  expect(warn).toHaveBeenCalledTimes(1)
  expect(requests).toHaveLength(2)
})

it('an upload is blocked once the session has ended', async () => {
  await expect(send({ hasEnded: true }).sent).rejects.toThrow('Token has expired. Login again.')
  expect(requests).toEqual([])
})

it('an upload that is refused says why', async () => {
  answer = 413
  await expect(send().sent).rejects.toThrow('Of the server')
})

it('an upload that ends without a word says in every language what to do, with the file at hand', async () => {
  answer = 413
  words = ''
  const problem = await send().sent.catch((error: Error) => error.message)
  expect(readMessage(problem)).toBeDefined()
  expect(renderMessage(problem)).toMatch(/Try again: it goes on where it stopped/)
})
