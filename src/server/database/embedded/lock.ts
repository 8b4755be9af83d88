import { randomUUID } from 'node:crypto'
import { link, mkdir, rmdir, unlink, utimes, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Owner, isAlive, isOld, isOwn, ownerOf, startOf, codeOf } from './lockOwner.ts'

export interface Lock {
  release(): Promise<void>
}

/**
 * Makes this process the only one that uses a directory. A lock whose process is dead is taken over.
 * `lost` is called when somebody took the lock away all the same.
 */
export async function lockDirectory(
  directory: string,
  lost: () => void,
  beat = 5_000,
): Promise<Lock> {
  const path = join(directory, 'lock')
  const me: Owner = {
    key: randomUUID(),
    pid: process.pid,
    host: hostname(),
    started: startOf(process.pid),
  }
  await makeFolder(directory)
  while (!(await create(path, me))) await takeOver(path, directory)

  let isLost = false
  const timer = setInterval(async () => {
    // A slow disk has the next look begin before this one ends.
    if ((await keepAlive(path, me)) || isLost) return
    isLost = true
    clearInterval(timer)
    lost()
  }, beat)
  timer.unref()

  return {
    async release() {
      clearInterval(timer)
      if (await isOwn(path, me)) await unlink(path)
    },
  }
}

/** Not `recursive`: where a place takes no folders and says that there is none, like /proc, Node tries for ever. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  const above = dirname(resolve(path))
  if (above !== path) await makeFolder(above)
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    // Another process was quicker.
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

/** A link appears at once and with its content, or not at all. */
async function create(path: string, me: Owner): Promise<boolean> {
  const draft = `${path}.${me.key}`
  await writeFile(draft, JSON.stringify(me))
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await unlink(draft)
  }
}

/** Removes a dead lock; one process at a time, lest the second remove the first one's new lock. */
async function takeOver(path: string, directory: string): Promise<void> {
  const guard = `${path}.takeover`
  if (!(await enter(guard))) return sleep(100)
  try {
    const owner = await ownerOf(path)
    if (owner === undefined) return
    if (owner !== 'unreadable' && (await isAlive(owner, path))) throw inUse(owner, directory)
    await unlink(path)
  } finally {
    await rmdir(guard)
  }
}

async function enter(guard: string): Promise<boolean> {
  try {
    await mkdir(guard)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (await isOld(guard)) await rmdir(guard).catch(() => undefined)
    return false
  }
}

async function keepAlive(path: string, me: Owner): Promise<boolean> {
  if (!(await isOwn(path, me))) return false
  await utimes(path, new Date(), new Date()).catch(() => undefined)
  return true
}

function inUse({ pid, host }: Owner, directory: string): Error {
  const where = host === hostname() ? `pid ${pid}` : `pid ${pid} on ${host}`
  return new Error(
    `Another Leadgate process (${where}) uses ${directory}/. Stop it first, or set DATA_DIR.`,
  )
}
