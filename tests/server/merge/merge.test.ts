import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkResources } from '#schema'
import { conflict } from '#server'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { press, writer } from '../../fixtures/businesses/topics.ts'
import { ended } from '../jobs/setting.ts'

let server: TestServer
let user: Client
let count = 0
/** What happens as soon as a rule goes with a topic that is merged. */
let onGone: (database: Parameters<typeof run>[0]) => Promise<unknown> = async () => {}

const run = (database: TestServer['backend']['database']['sql'], text: string) =>
  sql.raw<Record<string, any>>(text).execute(database)
const query = async (text: string) => (await run(server.backend.database.sql, text)).rows

beforeAll(async () => {
  const behaviors = {
    topics: {
      beforeDelete: (topic: { name: string }) => {
        if (topic.name === 'Kept') throw conflict('This one stays')
      },
      beforeMerge: (_from: object, into: { name: string }) => {
        if (into.name === 'Closed') throw conflict('Nothing comes here')
      },
    },
    topic_rules: { afterDelete: (_rule: object, { sql: database }: any) => onGone(database) },
  }
  server = await createTestServer({ resources: press, behaviors: behaviors as never })
  user = await server.user(writer)
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const topic = (values: object = {}) => {
  count += 1
  return user.make('/press/topic', { name: `Topic ${count}`, ...values })
}
const pair = async (): Promise<[number, number]> => [await topic(), await topic()]
const article = (values: { main: number; [name: string]: unknown }) =>
  user.make('/articles', { title: 'A', parts: [{ topic: values.main, pages: 1 }], ...values })
const get = async (url: string) => (await user.get(url)).body.data
const statusOf = async (url: string) => (await user.get(url)).status

const preview = async (from: number, into?: number, as = user) =>
  (await as.get(`/press/topic/${from}/merge${into === undefined ? '' : `?into=${into}`}`)).body.data
const start = (from: number, into: number, as = user) =>
  as.post(`/press/topic/${from}/merge`, { into })
const merge = async (from: number, into: number, as = user) => {
  const { status, body } = await start(from, into, as)
  expect([status, body.message]).toEqual([202, 'It is done in the background.'])
  return ended(server.backend.database, body.data.job_id)
}

test('the fixture is declared without contradiction', () => {
  expect(() => checkResources(press)).not.toThrow()
})

describe('a merged record', () => {
  test('goes, and everything that pointed at it points at the other one', async () => {
    const [from, into] = await pair()
    const other = await topic()
    const one = await article({ main: from, topics: [from, other] })
    const both = await article({ main: other, topics: [from, into, other] })
    const child = await topic({ parent: from })
    await query(`insert into readings (topic) values (${from})`)
    expect(await preview(from, into)).toEqual({
      refusal: null,
      pointing: [
        { resource: 'topics', count: 1, is_more: false },
        { resource: 'articles', count: 2, is_more: false },
        { resource: 'article_parts', count: 1, is_more: false },
        { resource: null, count: 1, is_more: false },
      ],
    })
    expect(await merge(from, into)).toMatchObject({ state: 'finished', processed: 6, failed: 0 })
    expect(await statusOf(`/press/topic/${from}`)).toBe(404)
    expect(await get(`/articles/${one}`)).toMatchObject({
      main: into,
      topics: [into, other],
      parts: [{ topic: into }],
      version: 2,
    })
    expect((await get(`/articles/${both}`)).topics).toEqual([into, other])
    expect(await get(`/press/topic/${child}`)).toMatchObject({ parent: into })
    expect(await query(`select topic from readings`)).toEqual([{ topic: into }])
  })

  test('moves what is deleted too, and sums, and leaves its trace in the history', async () => {
    const [from, into] = await pair()
    const one = await article({ main: from })
    const gone = await article({ main: from })
    await user.delete(`/articles/${gone}`)
    const job = await merge(from, into)
    const sums = await query(
      `select name, sum(value)::int as value from statistics where name in
        ('articles_by_topic=${from}', 'articles_by_topic=${into}') group by name having sum(value) <> 0`,
    )
    expect(sums).toEqual([{ name: `articles_by_topic=${into}`, value: 1 }])
    expect(await query(`select main from articles where id in (${one}, ${gone})`)).toEqual([
      { main: into },
      { main: into },
    ])
    const { body } = await user.get(`/articles/${one}/timeline`)
    expect(body.data[0]).toMatchObject({ action: 'update', job_id: job.id, user: { id: user.id } })
    expect(body.data[0].changes).toEqual([{ field: 'main', before: from, after: into }])
    const history = (await user.get(`/press/topic/${into}/timeline`)).body.data
    expect(history[0]).toMatchObject({ action: 'merge', job_id: job.id })
  })

  test('moves what is closed to everybody', async () => {
    const [from, into] = await pair()
    const one = await article({ main: from, title: 'Printed' })
    for (const { status, body } of [
      await user.put(`/articles/${one}`, { title: 'Other' }),
      await user.delete(`/articles/${one}`),
    ]) {
      expect([status, body.message]).toEqual([409, 'It is printed'])
    }
    const edit = { ids: [one], values: { title: 'Other' } }
    const { body } = await user.post('/articles/bulk/update', edit)
    expect(body.data).toMatchObject({ done: 0, reasons: ['It is printed'] })
    await merge(from, into)
    expect(await get(`/articles/${one}`)).toMatchObject({ main: into })
  })

  test('leaves one of what must be there once, where it is a part of others', async () => {
    const [from, into] = await pair()
    await user.make('/topic_rules', { topic: from, place: 'Top' })
    const kept = await user.make('/topic_rules', { topic: into, place: 'Top' })
    await user.make('/topic_rules', { topic: from })
    const parts = [
      { topic: from, pages: 1 },
      { topic: into, pages: 2 },
    ]
    const one = await article({ main: into, parts })
    expect((await merge(from, into)).state).toBe('finished')
    const rules = await query(
      `select id, topic, place from topic_rules where topic = ${into} order by id`,
    )
    expect(rules).toMatchObject([{ id: kept, place: 'Top' }, { place: null }])
    expect((await get(`/articles/${one}`)).parts).toMatchObject([{ pages: 2 }])
  })

  test('takes along what came to point at it while the job was at work', async () => {
    const [from, into] = await pair()
    await user.make('/topic_rules', { topic: from, place: 'Top' })
    await user.make('/topic_rules', { topic: into, place: 'Top' })
    onGone = (database) => run(database, `insert into readings (topic) values (${from})`)
    expect((await merge(from, into)).state).toBe('finished')
    onGone = async () => {}
    expect(await query(`select from readings where topic = ${from}`)).toEqual([])
  })
})

describe('a merge that is cancelled', () => {
  test('leaves both records, and what was moved stays moved', async () => {
    const [from, into] = await pair()
    const one = await article({ main: from })
    await user.make('/topic_rules', { topic: from, place: 'Top' })
    await user.make('/topic_rules', { topic: into, place: 'Top' })
    onGone = (database) =>
      run(
        database,
        `update jobs set state = 'cancelling' where type = 'merge' and state = 'running'`,
      )
    expect((await merge(from, into)).state).toBe('cancelled')
    onGone = async () => {}
    expect(await get(`/articles/${one}`)).toMatchObject({ main: into })
    expect(await statusOf(`/press/topic/${from}`)).toBe(200)
    expect((await merge(from, into)).state).toBe('finished')
  })
})

describe('is refused in words', () => {
  const refused = async (from: number, into: number, as = user) => {
    const { status, body } = await start(from, into, as)
    const { refusal } = await preview(from, into, as)
    expect(refusal).toBe(body.message)
    return [status, body.message]
  }

  test('into itself, into what is not there, and into what is switched off', async () => {
    const [from, off] = [await topic(), await topic({ is_active: false })]
    expect(await refused(from, from)).toEqual([422, 'A record cannot be merged into itself'])
    expect((await refused(from, 999_999))[0]).toBe(422)
    expect(await refused(from, off)).toEqual([422, 'The one it is to become is switched off'])
    expect(await statusOf(`/press/topic/999999/merge`)).toBe(404)
    expect((await start(999_999, from)).status).toBe(404)
  })

  test('into what stands below it, or points at it', async () => {
    const from = await topic()
    const child = await topic({ parent: await topic({ parent: from }) })
    expect((await refused(from, child))[1]).toBe('A record cannot stand below itself')
    const pointing = await topic({ see: from })
    expect((await refused(from, pointing))[1]).toContain('change that first')
  })

  test('where what is no part of another would be there twice', async () => {
    const [from, into] = await pair()
    await user.make('/issues', { topic: from, day: '2026-01-01' })
    await user.make('/issues', { topic: into, day: '2026-01-01' })
    expect(await refused(from, into)).toEqual([
      422,
      'Some would be there twice: Issues. Change or delete them first.',
    ])
  })

  test('by the business', async () => {
    const [from, kept, closed] = [
      await topic(),
      await topic({ name: 'Kept' }),
      await topic({ name: 'Closed' }),
    ]
    expect(await refused(kept, from)).toEqual([409, 'This one stays'])
    expect((await preview(kept)).refusal).toBe('This one stays')
    expect(await refused(from, closed)).toEqual([409, 'Nothing comes here'])
  })

  test('of who may not delete it, or not change what points at it', async () => {
    const [from, into] = await pair()
    await article({ main: from })
    const rights = ['topic.view', 'topic.update', 'article.view']
    expect((await start(from, into, await server.user(rights))).status).toBe(403)
    const reader = await server.user([...rights, 'topic.delete'])
    const words = 'You may not change all that point at it: Articles'
    expect(await refused(from, into, reader)).toEqual([403, words])
    const editor = await server.user([...rights, 'topic.delete'])
    await query(`update articles set editor = ${editor.id} where main = ${from}`)
    expect((await refused(from, into, editor))[1]).toContain('Article parts')
    await query(`update article_parts set topic = ${into} where topic = ${from}`)
    expect((await merge(from, into, editor)).state).toBe('finished')
  })

  test('by a check of what points at it, when the job comes to it', async () => {
    const [from, into] = await pair()
    await user.make('/issues', { topic: into, day: '2026-02-02', special: from })
    const job = await merge(from, into)
    expect(job).toMatchObject({ state: 'failed', message: 'The special is about something else' })
    expect(await statusOf(`/press/topic/${from}`)).toBe(200)
  })
})

describe('one request', () => {
  test('with its key begins one job, and a second of the same record waits', async () => {
    const [from, into] = await pair()
    await server.backend.jobs.stop()
    const again = user.keyed('merge-1')
    const [first, second] = [await start(from, into, again), await start(from, into, again)]
    expect(second.body).toEqual(first.body)
    expect((await start(from, into)).status).toBe(409)
    expect((await start(into, await topic())).status).toBe(409)
  })
})
