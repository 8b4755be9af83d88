import { setTimeout as pause } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'
import { createSlots, type Behavior } from '#server'

import { createTestServer } from '../../fixtures/server.ts'

const well = defineResource('wells', {
  permission: 'well',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

test('work of a resource begins and ends with the jobs, and is tried again where it fails', async () => {
  const left = ['water', 'broken', 'more water']
  const done: string[] = []
  const behavior: Behavior<typeof well> = {
    workers: (backend) => [
      createSlots(backend, {
        name: 'drawing water',
        count: 2,
        pollMs: 20,
        async step() {
          const next = left.shift()
          if (next === 'broken') throw new Error('the rope is broken')
          if (next) done.push(next)
          return next !== undefined
        },
      }),
    ],
  }
  const server = await createTestServer({
    resources: defineResources([well]),
    behaviors: { wells: behavior },
  })
  expect(done).toEqual([])
  await server.backend.jobs.work()
  await vi.waitFor(() => expect(done).toEqual(['water', 'more water']))
  left.push('fresh water')
  await vi.waitFor(() => expect(done).toContain('fresh water'))
  await server.close()
  left.push('too late')
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(left).toEqual(['too late'])
})

test('work looks for new pieces after writes of the resources that bring them, and after no others', async () => {
  const bucket = defineResource('buckets', {
    permission: 'bucket',
    fields: { name: field.text() },
    title: 'name',
    list: ['name'],
    form: ['name'],
  })
  let looks = 0
  const behavior: Behavior<typeof well> = {
    workers: (backend) => [
      createSlots(backend, {
        name: 'drawing water',
        count: 1,
        pollMs: 60_000,
        wokenBy: ['wells'],
        async step() {
          looks += 1
          return false
        },
      }),
    ],
  }
  const server = await createTestServer({
    resources: defineResources([well, bucket]),
    behaviors: { wells: behavior },
  })
  const digger = await server.user(['well.view', 'well.create', 'bucket.view', 'bucket.create'])
  await server.backend.jobs.work()
  await vi.waitFor(() => expect(looks).toBe(1))
  expect((await digger.post('/buckets', { name: 'Tin' })).status).toBe(201)
  await pause(50)
  expect(looks).toBe(1)
  expect((await digger.post('/wells', { name: 'Deep' })).status).toBe(201)
  await vi.waitFor(() => expect(looks).toBe(2))
  server.backend.commits.emit('commit')
  await vi.waitFor(() => expect(looks).toBe(3))
  await server.close()
})
