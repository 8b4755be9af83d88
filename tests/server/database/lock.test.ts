import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { lockDirectory, type Lock } from '../../../src/server/database/embedded/lock.ts'

let directory: string
let path: string
const locks: Lock[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'))
  path = join(directory, 'lock')
})

afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release()
  await rm(directory, { recursive: true })
})

async function lock(lost = () => {}, beat?: number): Promise<void> {
  locks.push(await lockDirectory(directory, lost, beat))
}

const dead = { key: 'x', pid: 2 ** 22 + 1, host: hostname(), started: '1' }
const leave = (owner: object) => writeFile(path, JSON.stringify(owner))

test('releasing a lock leaves no file', async () => {
  await lock()
  await locks.pop()?.release()
  expect(await readdir(directory)).toEqual([])
})

test.runIf(existsSync('/proc'))('a place that takes no folders is an error at once', async () => {
  const made = lockDirectory('/proc/leadgate/data', () => {})
  await expect(made).rejects.toThrow("ENOENT: no such file or directory, mkdir '/proc/leadgate'")
})

test('folders above that are missing are made', async () => {
  const held = await lockDirectory(join(directory, 'new/data'), () => {})
  await held.release()
  expect(await readdir(join(directory, 'new'))).toEqual(['data'])
})

test('the lock of a dead process is taken over', async () => {
  await leave(dead)
  await lock()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
  expect(await readdir(directory)).toEqual(['lock'])
})

test('a lock whose number now belongs to another process is taken over', async () => {
  await leave({ ...dead, pid: process.ppid, started: 'another time' })
  await lock()
})

test('a lock that was cut off while it was written is taken over', async () => {
  await writeFile(path, '{"key":')
  await lock()
})

test('of many who find a dead lock, one gets it', async () => {
  await leave(dead)
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => lockDirectory(directory, () => {})),
  )
  const got = results.filter((result) => result.status === 'fulfilled')
  locks.push(...got.map(({ value }) => value))
  expect(got).toHaveLength(1)
})

test('on another machine the heartbeat tells whether the process lives', async () => {
  await leave({ ...dead, host: 'elsewhere' })
  await expect(lock()).rejects.toThrow(`(pid ${dead.pid} on elsewhere) uses ${directory}/.`)
  const before = new Date(Date.now() - 60_000)
  await utimes(path, before, before)
  await lock()
})

test('a takeover that was cut off does not block forever', async () => {
  await leave(dead)
  await mkdir(`${path}.takeover`)
  const before = new Date(Date.now() - 60_000)
  await utimes(`${path}.takeover`, before, before)
  await lock()
})

test('who loses the lock is told', async () => {
  const lost = vi.fn()
  await lock(lost, 50)
  await leave({ ...dead, host: 'elsewhere' })
  await expect.poll(() => lost.mock.calls.length).toBeGreaterThan(0)
  await locks.pop()?.release()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ host: 'elsewhere' })
  expect(lost).toHaveBeenCalledOnce()
})
