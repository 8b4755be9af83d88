import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { defineResource, field } from '#schema'

import { createDataProvider } from '../../../../src/browser/client/records/dataProvider.ts'
import { createHttp } from '../connect.ts'
import { createSessionStore } from '../../../../src/browser/client/session/session.ts'
import type { ConsoleProvider } from '../../../../src/browser/client/records/provider.ts'
import { startApi, type Api } from '../api.ts'
import { resources } from '../fixture.ts'

const ada = { id: 3, version: 7, name: 'Ada', born: null, slug: 'ada', labels: {} }
const list = { data: [ada], meta: { total: 41, total_is: 'exact' } }
const written = { body: { message: 'Done', data: ada } }

let api: Api
let provider: ConsoleProvider
let lines: ConsoleProvider

const line = defineResource('book_lines', {
  permission: 'line',
  listedBy: { by: 'author', path: 'library/author/:id/lines' },
  fields: { author: field.reference('authors'), name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['author', 'name'],
})

beforeAll(async () => {
  api = await startApi({
    'GET /api/library/author/search': { body: list },
    'POST /api/library/author/search': { body: list },
    'GET /api/library/author/3/lines': { body: list },
    'POST /api/library/author/3/lines': { body: list },
    'GET /api/library/author/all': { body: { data: [{ id: 3, name: 'Ada' }] } },
    'GET /api/library/author/3': { body: { data: ada } },
    'POST /api/library/author': { ...written, status: 201 },
    'PUT /api/library/author/3': written,
    'DELETE /api/library/author/3': { body: { message: 'Deleted', data: { id: 3 } } },
    'POST /api/library/author/bulk/update': { body: { data: { done: 2, skipped: 0 } } },
    'POST /api/library/author/bulk/delete': { body: { data: { done: 2, skipped: 0 } } },
  })
  const session = createSessionStore(window.localStorage)
  const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload: () => {} })
  provider = createDataProvider(resources, http)
  lines = createDataProvider([...resources, line], http)
})
afterAll(() => api.stop())
beforeEach(() => {
  api.calls.length = 0
})

const page = {
  pagination: { page: 2, perPage: 25 },
  sort: { field: 'name', order: 'DESC' },
} as const
const last = () => {
  const { method, path, body } = api.calls.at(-1)!
  const [address, query] = decodeURIComponent(path).split('?')
  return { call: `${method} ${address}`, query: query?.replaceAll('+', ' '), body }
}

describe('a list', () => {
  it('asks with search, filters, order and page in the address', async () => {
    const filter = { q: 'ada l', born_from: '1815-01-01', id: [1, 2], name: '', slug: undefined }
    const answer = await provider.getList('authors', { ...page, filter })
    expect(last()).toEqual({
      call: 'GET /api/library/author/search',
      query: 'search=ada l&born_from=1815-01-01&id=1,2&sort=-name&page=2&per_page=25',
      body: undefined,
    })
    expect(answer).toMatchObject({ data: [ada], total: 41, meta: { total_is: 'exact' } })
  })

  it('is asked for below the record that alone has such a list', async () => {
    const filter = { author: 3, q: 'first' }
    const own = await lines.getList('book_lines', { ...page, filter })
    const query = 'search=first&sort=-name&page=2&per_page=25'
    expect(last()).toEqual({ call: 'GET /api/library/author/3/lines', query, body: undefined })
    expect(own.total).toBe(41)
    await lines.getList('book_lines', { ...page, filter: { author: 3, name: ['a,b', 'c'] } })
    expect(last()).toMatchObject({
      call: 'POST /api/library/author/3/lines',
      body: { name: ['a,b', 'c'], page: 2 },
    })
  })

  it('5: asks for the fields that its meta names', async () => {
    await provider.getList('authors', { ...page, filter: {}, meta: { fields: 'name,born' } })
    expect(last().query).toBe('sort=-name&page=2&per_page=25&fields=name,born')
  })

  it('asks with a body when the address would break', async () => {
    const id = Array.from({ length: 2000 }, (_, index) => index + 1000)
    await provider.getList('authors', { ...page, filter: { id } })
    expect(last()).toMatchObject({ call: 'POST /api/library/author/search', body: { id, page: 2 } })
  })

  it.each(['ada@example.com', '+44 20 7946 0958', '02079460958'])(
    'L8: asks with a body for "%s", which may be somebody',
    async (q) => {
      await provider.getList('authors', { ...page, filter: { q } })
      expect(last()).toMatchObject({
        call: 'POST /api/library/author/search',
        query: undefined,
        body: { search: q, sort: '-name', page: 2 },
      })
    },
  )

  it('L8: asks in the address where a server takes no body', async () => {
    const call = 'POST /api/library/author/search'
    api.answer(call, { status: 404, body: { message: 'Not found.' } })
    const session = createSessionStore(window.localStorage)
    const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload: () => {} })
    const plain = createDataProvider(resources, http)
    const filter = { q: 'ada@example.com' }
    expect(await plain.getList('authors', { ...page, filter })).toMatchObject({ data: [ada] })
    await plain.getList('authors', { ...page, filter })
    api.answer(call, { body: list })
    expect(api.calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
    expect(last().query).toContain('search=ada@example.com')
  })

  it('asks in the same words for some records and for those of another', async () => {
    await provider.getMany('authors', { ids: [3, 4] })
    expect(last().query).toBe('id=3,4&page=1&per_page=2')
    await provider.getManyReference('authors', { ...page, target: 'mentor', id: 9, filter: {} })
    expect(last().query).toBe('mentor=9&sort=-name&page=2&per_page=25')
  })

  it('reads page after page where more rows are asked for than a page of the API holds', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ ...ada, id: index + 1 }))
    const get = 'GET /api/library/author/search'
    api.answer(get, { body: { ...list, data: rows } })
    const pagination = { page: 1, perPage: 300 }
    const answer = await provider.getList('authors', { ...page, pagination, filter: {} })
    api.answer(get, { body: list })
    expect(answer.data).toHaveLength(300)
    expect(api.calls.map(({ path }) => /page=\d/.exec(path)?.[0])).toEqual(['page=1', 'page=2'])
  })

  it('is called off with its signal', async () => {
    const controller = new AbortController()
    controller.abort()
    const call = provider.getList('authors', { ...page, filter: {}, signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(provider.supportAbortSignal).toBe(true)
  })
})

describe('one record', () => {
  it('is read', async () => {
    expect(await provider.getOne('authors', { id: 3 })).toEqual({ data: ada })
  })

  it('is created', async () => {
    const { data } = await provider.create('authors', { data: { name: 'Ada' } })
    expect(data).toEqual(ada)
    expect(last()).toMatchObject({ call: 'POST /api/library/author', body: { name: 'Ada' } })
  })

  it('is created from a whole record with what may be set of it, as by a clone', async () => {
    const { id: _, ...data } = { ...ada, created_at: '1815-12-10T00:00:00Z' }
    await provider.create('authors', { data })
    expect(last().body).toEqual({ name: 'Ada', born: null })
  })

  it('is updated with the changed fields and the version they were made on', async () => {
    const data = { ...ada, name: 'Ada L.', slug: 'forged' }
    await provider.update('authors', { id: 3, data, previousData: ada })
    expect(last()).toMatchObject({
      call: 'PUT /api/library/author/3',
      body: { name: 'Ada L.', version: 7 },
    })
    expect(Object.keys(last().body)).toEqual(['name', 'version'])
  })

  it('keeps the version that a form was opened with', async () => {
    await provider.update('authors', {
      id: 3,
      data: { name: 'Ada L.', version: 6 },
      previousData: ada,
    })
    expect(last().body).toEqual({ name: 'Ada L.', version: 6 })
  })

  it('is deleted', async () => {
    await provider.delete('authors', { id: 3 })
    expect(last().call).toBe('DELETE /api/library/author/3')
  })

  it('hands on what the server says about fields', async () => {
    const refusal = { message: 'Check', errors: { name: ['Taken', 'Short'] } }
    api.answer('POST /api/library/author', { status: 422, body: refusal })
    await expect(provider.create('authors', { data: {} })).rejects.toMatchObject({
      status: 422,
      body: { errors: { name: 'Taken' } },
    })
  })

  it('hands on that somebody else was faster', async () => {
    const message = 'Changed by someone else'
    api.answer('PUT /api/library/author/3', { status: 409, body: { message } })
    const call = provider.update('authors', { id: 3, data: { name: 'x' }, previousData: ada })
    await expect(call).rejects.toMatchObject({ status: 409, message })
  })
})

describe('many records', () => {
  it('are changed by one request', async () => {
    const answer = await provider.updateMany('authors', { ids: [1, 2], data: { born: null } })
    expect(answer.data).toEqual([1, 2])
    expect(last()).toMatchObject({
      call: 'POST /api/library/author/bulk/update',
      body: { ids: [1, 2], values: { born: null } },
    })
    expect(api.calls).toHaveLength(1)
  })

  it('are deleted by one request', async () => {
    await provider.deleteMany('authors', { ids: [1, 2] })
    expect(last()).toMatchObject({
      call: 'POST /api/library/author/bulk/delete',
      body: { ids: [1, 2] },
    })
  })
})

describe('options', () => {
  it('are found by text or by id', async () => {
    await provider.options('authors', { search: 'ad', limit: 25 })
    expect(last()).toMatchObject({
      call: 'GET /api/library/author/all',
      query: 'search=ad&limit=25',
    })
    await provider.options('authors', { ids: [3, 4] })
    expect(last().query).toBe('id=3,4')
    await provider.options('authors', {})
    expect(last().query).toBeUndefined()
  })
})

it('names a resource that is not declared', async () => {
  await expect(async () => provider.getOne('ghosts', { id: 1 })).rejects.toThrow('"ghosts"')
})
