import { readFile, stat } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export interface Owner {
  readonly key: string
  readonly pid: number
  readonly host: string
  /** When the process started; a pid alone may have been given away anew. */
  readonly started: string
}

/** Undefined when there is no lock. A machine that lost its power may leave one without content. */
export async function ownerOf(path: string): Promise<Owner | 'unreadable' | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Owner
  } catch {
    return 'unreadable'
  }
}

export async function isOwn(path: string, me: Owner): Promise<boolean> {
  const owner = await ownerOf(path)
  return typeof owner === 'object' && owner.key === me.key
}

/** On another machine, which shares the directory, only the heartbeat tells. */
export async function isAlive(owner: Owner, path: string): Promise<boolean> {
  if (owner.host !== hostname()) return !(await isOld(path))
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  return startOf(owner.pid) === owner.started
}

export async function isOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > staleAfterMs
}

const staleAfterMs = 20_000

/** In clock ticks since the machine started, where the system says so (Linux). */
export function startOf(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
