import { readFileSync } from 'node:fs'

/** Connections that one process keeps open, streams of events among them, where the system would let it have more. */
const maxConnections = 5_000
/** Files that a process opens beside these: the database, files to write, calls to others. */
const besides = 300

/** How many connections leave files to open for all else: a process that wants one more than it may have can end by that. */
export function mostConnections(): number {
  const files = openFiles()
  return Math.min(maxConnections, Math.max(files - besides, Math.floor(files / 2)))
}

/** Files that the system lets this process have open, where it says so. */
function openFiles(): number {
  try {
    const said = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return Number(said?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}
