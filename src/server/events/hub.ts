import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import type { Resource, User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Session } from '../kernel/guard.ts'
import { hasPassed, momentNow } from '../kernel/moment.ts'
import { commitEvents, createWakeSignal } from '../kernel/wakeSignal.ts'
import { createAuditTail, type Change, createJobTail, createNoticeTail } from './tails.ts'
import { ruleCondition } from '../records/read/where.ts'
import type { Stream } from './stream.ts'
import { sourceOf } from '../records/read/source.ts'

export type Authenticate = (
  request: Pick<FastifyRequest, 'headers'>,
) => Promise<Session | undefined>

/** Milliseconds. What other processes write is found within the first; each stream is told at most once in the second. */
const checkEveryMs = 1_000
const restMs = 100
/** A session that ended loses its stream within this time. */
const askEveryMs = 2_000
const beatEveryMs = 20_000

/** Tells all streams of this process what they may hear. Without listeners it does nothing. */
export function createHub(backend: Backend, authenticate: Authenticate) {
  const { database, log } = backend
  const streams = new Set<Stream>()
  const wakeSignal = createWakeSignal(checkEveryMs)
  const changes = createAuditTail(database.sql)
  const jobs = createJobTail(database.sql)
  const notices = createNoticeTail(database.sql)
  let beginning: Promise<void> | undefined
  let running: Promise<void> | undefined
  let askedAt = momentNow()
  let beatAt = momentNow()

  async function run(): Promise<void> {
    for (const event of commitEvents()) backend.commits.on(event, wakeSignal.wake)
    while (streams.size > 0) {
      await check().catch((error: unknown) => log.error({ err: error }, 'events were not told'))
      await new Promise((resolve) => setTimeout(resolve, restMs))
      await wakeSignal.next()
    }
    for (const event of commitEvents()) backend.commits.off(event, wakeSignal.wake)
    running = undefined
  }

  async function check(): Promise<void> {
    if (hasPassed(askEveryMs, askedAt)) {
      askedAt = momentNow()
      await Promise.all([...streams].map(ask))
    }
    if (hasPassed(beatEveryMs, beatAt)) {
      beatAt = momentNow()
      for (const stream of streams) stream.beat()
    }
    await tellChanges(await changes.read())
    await tellJobs()
    await tellNotices()
  }

  async function ask(stream: Stream): Promise<void> {
    const { authorization } = stream
    const session = await authenticate({ headers: authorization ? { authorization } : {} })
    if (session && !session.mustChangePassword) stream.session = session
    else leave(stream)
  }

  async function tellChanges(news: readonly Change[]): Promise<void> {
    if (news.length === 0) return
    const heardBy = new Map<number, Promise<Change[]>>()
    for (const stream of streams) {
      const { userId, session } = stream
      const heard = heardBy.get(userId) ?? audible(backend, session.user, news)
      heardBy.set(userId, heard)
      for (const change of await heard) stream.send('change', change)
    }
  }

  async function tellJobs(): Promise<void> {
    const listeners = streamsThatMayList('jobs')
    if (listeners.length === 0) return
    for (const { user, ...job } of await jobs.read(listeners.map(({ userId }) => userId))) {
      for (const stream of listeners) if (stream.userId === user) stream.send('job', job)
    }
  }

  async function tellNotices(): Promise<void> {
    const listeners = streamsThatMayList('notifications')
    if (listeners.length === 0) return
    for (const { id, user } of await notices.read(listeners.map(({ userId }) => userId))) {
      const change: Change = { resource: 'notifications', id, version: null }
      for (const stream of listeners) if (stream.userId === user) stream.send('change', change)
    }
  }

  function streamsThatMayList(name: string): Stream[] {
    const { access } = backend.resource(name)
    return [...streams].filter(({ session }) => access.list(session.user) !== false)
  }

  function leave(stream: Stream): void {
    streams.delete(stream)
    stream.end()
  }

  return {
    countOf: (userId: number) => [...streams].filter((one) => one.userId === userId).length,
    /** Wait for it before a stream joins: what is written from then on will be told. */
    begin(): Promise<void> {
      if (running) return Promise.resolve()
      beginning ??= changes.skip().finally(() => (beginning = undefined))
      return beginning
    },
    join(stream: Stream): void {
      streams.add(stream)
      running ??= run()
    },
    leave,
    close(): void {
      for (const stream of streams) leave(stream)
      wakeSignal.wake()
    },
  }
}

/** The changes that a user may hear of: those of records that the user may list. */
async function audible(
  backend: Backend,
  user: User,
  changes: readonly Change[],
): Promise<Change[]> {
  const heard = [...new Set(changes.map(({ resource }) => resource))].map((name) => {
    const resource = backend.business.resources.find((one) => one.name === name)
    return resource ? ofResource(backend, user, resource, changes) : []
  })
  return (await Promise.all(heard)).flat()
}

async function ofResource(
  { database }: Backend,
  user: User,
  resource: Resource,
  changes: readonly Change[],
): Promise<Change[]> {
  const rule = resource.access.list(user)
  const concerned = changes.filter((change) => rule !== false && change.resource === resource.name)
  if (rule === true || concerned.length === 0) return concerned
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sourceOf(resource)} t
    where t.id = any(${concerned.map(({ id }) => id)}::bigint[]) and ${ruleCondition(resource, rule)}
  `.execute(database.sql)
  const mine = new Set(rows.map(({ id }) => id))
  return concerned.filter(({ id }) => id === null || mine.has(id))
}
