import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('openFilesServer.ts', import.meta.url))
const openFiles = 200

test('more connections than the process may open files leave it running, and free for others once they are gone', async () => {
  const start = `ulimit -n ${openFiles} && exec "$0" --import tsx "$1"`
  const child = spawn('sh', ['-c', start, process.execPath, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const sockets: Socket[] = []
  try {
    const origin = String(await once(child.stdout, 'data'))
    for (let one = 0; one < 2 * openFiles; one += 1) {
      sockets.push(connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined))
    }
    const held = sockets.map((one) => once(one, 'close').catch(() => undefined))
    // Those beyond its limit are closed at once, which tells that it has come as far as the last one.
    await Promise.race([held.at(-1), ended])
    // It opens a file to measure its memory, as it does each second; the first of these it may have said before.
    for (let time = 0; time < 3; time += 1) {
      const said = once(child.stdout, 'data').then(() => 'goes on')
      expect(await Promise.race([said, ended])).toBe('goes on')
    }
    for (const one of sockets) one.destroy()
    await Promise.all(held)
    await expect.poll(async () => (await fetch(origin)).text()).toBe('here')
  } finally {
    for (const one of sockets) one.destroy()
    child.kill('SIGKILL')
    await ended
  }
}, 60_000)
