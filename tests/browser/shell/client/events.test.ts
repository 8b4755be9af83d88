import { QueryClient } from '@tanstack/react-query'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createInvalidator, updateJob } from '../../../../src/browser/client/live/live.ts'
import { listen, type LiveEvent } from '../../../../src/browser/client/live/events.ts'
import { createHttp } from '../connect.ts'
import { createSessionStore } from '../../../../src/browser/client/session/session.ts'
import { sessionOf } from '../fixture.ts'

const streams: ServerResponse[] = []
const tokens: (string | undefined)[] = []
let refusal: number | undefined
const server = createServer((request, response) => {
  tokens.push(request.headers.authorization)
  if (refusal) return response.writeHead(refusal).end('{}')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 3000\n\n:\n\n')
  return streams.push(response)
})
let controller: AbortController

beforeEach(async () => {
  streams.length = 0
  tokens.length = 0
  refusal = undefined
  controller = new AbortController()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  controller.abort()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  vi.restoreAllMocks()
})

function follow() {
  const { port } = server.address() as AddressInfo
  const session = createSessionStore(window.localStorage)
  session.write(sessionOf([]))
  const origin = `http://127.0.0.1:${port}`
  const http = createHttp({ origin, session, locale: () => 'en', reload: () => {} })
  const events: LiveEvent[] = []
  const onReturn = vi.fn()
  const { signal } = controller
  const done = listen(http, { signal, onEvent: (event) => events.push(event), onReturn })
  return { events, onReturn, done }
}

const connected = (count: number) => vi.waitFor(() => expect(streams).toHaveLength(count), 45_000)

describe('the stream of events', () => {
  it('is opened with the bearer token and read event by event, however it is cut', async () => {
    const { events } = follow()
    await connected(1)
    streams[0]?.write('event: change\ndata: {"resource":"books","id":1,')
    streams[0]?.write('"version":2}\n\nevent: job\r\ndata: {"id":9,"progress":40}\r\n\r\n:\n\n')
    streams[0]?.write('event: unknown\ndata: {}\n\n')
    await vi.waitFor(() => expect(events).toHaveLength(2), 45_000)
    expect(events).toEqual([
      { event: 'change', data: { resource: 'books', id: 1, version: 2 } },
      { event: 'job', data: { id: 9, progress: 40 } },
    ])
    expect(tokens).toEqual(['Bearer secret-token'])
  })

  it('is opened again after a break, and says that something may have been missed', async () => {
    const { onReturn } = follow()
    await connected(1)
    expect(onReturn).not.toHaveBeenCalled()
    streams[0]?.end()
    await connected(2)
    await vi.waitFor(() => expect(onReturn).toHaveBeenCalledTimes(1), 45_000)
  })

  it.each([401, 404])(
    'is given up when the server answers %i: it is asked once',
    async (status) => {
      refusal = status
      await follow().done
      expect(tokens).toHaveLength(1)
    },
  )

  it('ends with its signal', async () => {
    const { done } = follow()
    await connected(1)
    controller.abort()
    await done
  })
})

const changeOf = (resource: string, id: number) => ({ resource, id, version: 1 })

describe('the caches', () => {
  it('read a changed resource again, once for many changes', async () => {
    vi.useFakeTimers()
    const client = new QueryClient()
    const read = vi.spyOn(client, 'invalidateQueries')
    const invalidate = createInvalidator(client, () => false)
    for (const name of ['books', 'books', 'authors', 'books']) invalidate(changeOf(name, 1))
    expect(read).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(read.mock.calls).toEqual([[{ queryKey: ['books'] }], [{ queryKey: ['authors'] }]])
    vi.useRealTimers()
  })

  it('B6: leave alone what is known by the time that they would ask', () => {
    vi.useFakeTimers()
    const client = new QueryClient()
    const read = vi.spyOn(client, 'invalidateQueries')
    const known = new Set<number>()
    const invalidate = createInvalidator(client, ({ id }) => known.has(Number(id)))
    invalidate(changeOf('books', 1))
    known.add(1)
    vi.advanceTimersByTime(1000)
    expect(read).not.toHaveBeenCalled()
    invalidate(changeOf('books', 1))
    invalidate(changeOf('books', 2))
    vi.advanceTimersByTime(1000)
    expect(read.mock.calls).toEqual([[{ queryKey: ['books'] }]])
    vi.useRealTimers()
  })

  it('give a job its new numbers wherever it is kept', () => {
    const client = new QueryClient()
    const read = vi.spyOn(client, 'invalidateQueries')
    const list = { data: [{ id: 8 }, { id: 9, name: 'Import', progress: 1 }], total: 2 }
    client.setQueryData(['jobs', 'getList', {}], list)
    client.setQueryData(['jobs', 'getOne', { id: '9' }], { id: 9, progress: 1 })
    updateJob(client, { id: 9, progress: 40 })
    expect(client.getQueryData(['jobs', 'getList', {}])).toEqual({
      data: [{ id: 8 }, { id: 9, name: 'Import', progress: 40 }],
      total: 2,
    })
    expect(client.getQueryData(['jobs', 'getOne', { id: '9' }])).toEqual({ id: 9, progress: 40 })
    expect(read).not.toHaveBeenCalled()
  })

  it('read a job again, once, when it has just ended', () => {
    const client = new QueryClient()
    const read = vi.spyOn(client, 'invalidateQueries')
    client.setQueryData(['jobs', 'getOne', { id: '9' }], { id: 9, state: 'running' })
    updateJob(client, { id: 9, state: 'running', progress: 99 })
    expect(read).not.toHaveBeenCalled()
    updateJob(client, { id: 9, state: 'finished', progress: 100 })
    updateJob(client, { id: 9, state: 'finished', progress: 100 })
    expect(read.mock.calls).toEqual([[{ queryKey: ['jobs'] }]])
  })

  it('read the list of jobs again for a job that they do not know', () => {
    const client = new QueryClient()
    const read = vi.spyOn(client, 'invalidateQueries')
    updateJob(client, { id: 10, progress: 0 })
    expect(read).toHaveBeenCalledWith({ queryKey: ['jobs', 'getList'] })
  })
})
