import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

import { expect, it } from 'vitest'

import { openStream } from '../../../src/server/events/stream.ts'
import type { Session } from '../../../src/server/kernel/guard.ts'
import { userWith } from '../../fixtures/user.ts'

it('a reader that does not read is cut off before it fills the memory', async () => {
  const responses: ServerResponse[] = []
  const server = createServer((_request, response) => void responses.push(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  while (responses.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  const [response] = responses as [ServerResponse]
  const session: Pick<Session, 'id' | 'user'> = { id: 1, user: userWith() }
  const stream = openStream(response, {}, { session, authorization: undefined })
  let most = 0
  for (let count = 0; count < 300 && !response.destroyed; count += 1) {
    for (let n = 0; n < 1_000; n += 1)
      stream.send('change', { resource: 'books', id: n, version: 1 })
    most = Math.max(most, response.writableLength)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(response.destroyed).toBe(true)
  expect(most).toBeLessThan(256 * 1024)
  expect(() => stream.beat()).not.toThrow()
  socket.destroy()
  server.close()
})
