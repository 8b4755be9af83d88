import { statfsSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from './kernel/config.ts'
import { isDiskFull } from './database/faults.ts'

type StartSettings = Pick<Config, 'dataDir' | 'host' | 'port'>

/** Returns what an operator reads when the start fails: what is wrong, with which folder or setting, and the way out. */
export function startProblem(error: unknown, place: StartSettings | undefined): string {
  const { message, code = '', syscall } = described(error)
  if (!place) return message
  const { dataDir, host, port } = place
  if (syscall === 'listen') return listenProblems(host, port)[code] ?? message
  if (syscall === 'getaddrinfo') return `${host} is no address of this machine. Set HOST.`
  const isUnopened = /PGlite failed to initialize/.test(message)
  // A database that finds no room for its log does not say so.
  if (isDiskFull(error) || message.includes('ENOSPC') || (isUnopened && roomOn(dataDir) < room)) {
    return `The disk that holds ${dataDir}/ is full. Make room on it and start again.`
  }
  if (isUnopened) {
    return `The database in ${join(dataDir, 'database')}/ is damaged and does not open. Move ${dataDir}/ away and restore a copy of it (docs/operating.md, "Backups").`
  }
  // Of a folder to be made on a disk that is only read, Node says that there is none.
  const found = /\b(EACCES|EPERM|EROFS|EEXIST|ENOTDIR|ENOENT\b.*\bmkdir)\b/.exec(
    `${code} ${message}`,
  )?.[1]
  if (found === undefined) return message
  return found === 'EEXIST' || found === 'ENOTDIR'
    ? `${dataDir} is not a folder. Move the file away, or set DATA_DIR to a folder.`
    : `The folder ${dataDir}/ cannot be written. Give it to the user that runs Leadgate, or set DATA_DIR.`
}

/** Bytes that PostgreSQL takes at once to go on: two files of its log. */
const room = 2 * 16 * 1_024 * 1_024

/** Bytes that are free on the disk of a folder, as far as can be told. */
function roomOn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

const listenProblems = (host: string, port: number): Record<string, string> => ({
  EADDRINUSE: `Port ${port} of ${host} is in use. Stop the program that uses it, or set PORT.`,
  EACCES: `Port ${port} is not open to this user. Set PORT to 1024 or more.`,
  EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST.`,
})

function described(error: unknown): { message: string; code?: string; syscall?: string } {
  return error instanceof Error ? error : { message: String(error) }
}
