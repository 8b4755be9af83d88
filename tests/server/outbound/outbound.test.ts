import { brotliCompressSync, gzipSync } from 'node:zlib'

import { afterEach, describe, expect, test, vi } from 'vitest'

import type { OutboundAnswer } from '#server'

import { isPublicAddress } from '../../../src/server/outbound/addresses.ts'
import type { Lookup } from '../../../src/server/outbound/forbiddenAddress.ts'
import { createOutbound } from '../../../src/server/outbound/outbound.ts'
import { startServer, startSockets } from '../../fixtures/rawServer.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const call = (url: string) => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"email":"ada@example.com"}',
  connectMs: 2_000,
  totalMs: 3_000,
})

async function answering(answer: Parameters<typeof startServer>[0]) {
  const server = await startServer(answer)
  stops.push(server.stop)
  const out = createOutbound({ outboundLoopback: server.origin })
  return {
    ...server,
    out,
    post: (path = '/', more = {}) => out({ ...call(server.origin + path), ...more }),
  }
}

async function speaking(answer: Parameters<typeof startSockets>[0]) {
  const server = await startSockets(answer)
  stops.push(server.stop)
  const out = createOutbound({ outboundLoopback: server.origin })
  return { post: (more = {}) => out({ ...call(`${server.origin}/`), ...more }) }
}

/** Says these addresses, one answer after the other. */
const saying = (...answers: string[][]): Lookup => {
  let count = 0
  return (_, __, callback) => {
    const addresses = answers[Math.min(count, answers.length - 1)]!
    count += 1
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

const fault = (name: string, wasSent: boolean) =>
  expect.objectContaining({ kind: 'fault', fault: name, wasSent })

describe('what is called', () => {
  const hosts =
    '127.0.0.1 127.1 0.0.0.0 2130706433 0x7f.1 ' +
    '017700000001 [::1] [::] [::ffff:127.0.0.1] [::ffff:8.8.8.8] ' +
    '169.254.169.254 [fd00::1] [fe80::1] 100.64.0.1 10.0.0.1 ' +
    '172.16.0.1 172.31.255.255 192.168.0.1 224.0.0.1 255.255.255.255 ' +
    '[64:ff9b::a00:1] [2002:a00:1::] [2001::1] [ff02::1] [::7f00:1] ' +
    '[fec0::1] [64:ff9b:1::1] 168.63.129.16 198.18.0.1 [2001:db8::1] ' +
    '[100::1]'
  test.each(hosts.split(' '))('E1: %s is refused as it is written', async (host) => {
    const out = createOutbound({})
    expect(await out(call(`https://${host}/`))).toEqual(fault('forbidden_address', false))
  })

  test.each([['169.254.169.254'], ['10.0.0.1'], ['::ffff:10.0.0.1'], ['fd00::1'], ['127.0.0.1']])(
    '16.3.28, E1, E2: an integration URL that resolves to %s is refused',
    async (address) => {
      const out = createOutbound({}, saying([address]))
      expect(await out(call('https://broker.example/'))).toEqual(fault('forbidden_address', false))
    },
  )

  test('E2: one private address among several refuses them all', async () => {
    const out = createOutbound({}, saying(['93.184.215.14', '10.0.0.1']))
    expect(await out(call('https://broker.example/'))).toEqual(fault('forbidden_address', false))
  })

  test('E2: a name that changes is looked up for each connection', async () => {
    const out = createOutbound({}, saying(['203.0.114.1'], ['127.0.0.1']))
    const quick = { ...call('https://broker.example/'), connectMs: 50 }
    expect(await out(quick)).not.toEqual(fault('forbidden_address', false))
    expect(await out(quick)).toEqual(fault('forbidden_address', false))
  })

  test('E2: a name that turns to this machine, within a call or between two, reaches nothing there', async () => {
    let connections = 0
    const inside = await startSockets((socket) => {
      connections += 1
      socket.end()
    })
    stops.push(inside.stop)
    const { port } = new URL(inside.origin)
    const turns = [['203.0.114.1'], ['127.0.0.1'], ['203.0.114.1', '127.0.0.1'], ['::ffff:7f00:1']]
    for (const [at] of turns.entries()) {
      const lookup = vi.fn(saying(...turns.slice(at), ...turns.slice(0, at)))
      const out = createOutbound({}, lookup)
      const quick = { ...call(`https://rebind.example:${port}/`), connectMs: 50 }
      for (let n = 1; n <= turns.length; n += 1) {
        expect(await out(quick)).toMatchObject({ kind: 'fault', wasSent: false })
        // What is checked is what is connected to: a call asks once.
        expect(lookup).toHaveBeenCalledTimes(n)
      }
    }
    expect(connections).toBe(0)
  })

  test('E1: localhost by its name, and the metadata names, are refused', async () => {
    const out = createOutbound({})
    expect(await out(call('https://localhost/'))).toEqual(fault('forbidden_address', false))
  })

  test.each([
    'http://broker.example/',
    'file:///etc/passwd',
    'ftp://broker.example/',
    'gopher://broker.example/',
    'data:text/plain,x',
    'unix:/var/run/x.sock',
    'nothing',
    'https://broker.example:25/',
    'https://broker.example:22/',
  ])('E4: %s is no address to call', async (url) => {
    expect(await createOutbound({})(call(url))).toEqual(fault('forbidden_address', false))
  })

  test('E4: an address with a name and a password is refused', async () => {
    const out = createOutbound({}, saying(['93.184.215.14']))
    expect(await out(call('https://ada:secret@broker.example/'))).toEqual(
      fault('forbidden_address', false),
    )
  })

  test('E1, E4: the named origin of this machine is called, and no other port of it', async () => {
    const { post, out, origin } = await answering((_, response) => response.end('yes'))
    expect(await post()).toMatchObject({ kind: 'answer', status: 200, body: 'yes' })
    const other = origin.replace(/\d+$/, '1')
    expect(await out(call(`${other}/`))).toEqual(fault('forbidden_address', false))
    expect(await out(call(`${origin.replace('http', 'https')}/`))).toEqual(
      fault('forbidden_address', false),
    )
  })

  test('public addresses are', () => {
    for (const one of [
      '8.8.8.8',
      '172.32.0.1',
      '93.184.215.14',
      '2606:4700::1111',
      '2a00:1450::1',
    ]) {
      expect(isPublicAddress(one), one).toBe(true)
    }
    expect(isPublicAddress('broker.example')).toBe(false)
  })

  test('proxies of the environment are not used', async () => {
    const before = { ...process.env }
    Object.assign(process.env, {
      http_proxy: 'http://127.0.0.1:1',
      HTTP_PROXY: 'http://127.0.0.1:1',
    })
    try {
      const { post } = await answering((_, response) => response.end('direct'))
      expect(await post()).toMatchObject({ body: 'direct' })
    } finally {
      process.env = before
    }
  })

  test('E7: a header with a line break is not written', async () => {
    const { post, calls } = await answering((_, response) => response.end())
    expect(await post('/', { headers: { 'x-name': 'a\r\nx-evil: 1' } })).toEqual(
      fault('forbidden_address', false),
    )
    expect(calls()).toBe(0)
  })
})

describe('what was sent', () => {
  test('a refused connection sent nothing', async () => {
    const { origin, stop, out } = await answering((_, response) => response.end())
    await stop()
    stops.length = 0
    expect(await out(call(`${origin}/`))).toEqual(fault('refused', false))
  })

  test('a name that is unknown sent nothing', async () => {
    const out = createOutbound({}, (_, __, callback) =>
      callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []),
    )
    expect(await out(call('https://broker.example/'))).toEqual(fault('dns', false))
  })

  test('a name that nobody answers for is a connection that took too long', async () => {
    const out = createOutbound({}, () => {})
    expect(await out({ ...call('https://broker.example/'), connectMs: 100 })).toEqual(
      fault('connect_timeout', false),
    )
  })

  test('a server that does not speak TLS got nothing', async () => {
    const server = await startSockets((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    stops.push(server.stop)
    const origin = server.origin.replace('http', 'https')
    const out = createOutbound({ outboundLoopback: origin })
    expect(await out(call(`${origin}/`))).toEqual(fault('tls', false))
  })

  test('a call that is given up before it is connected is not made later', async () => {
    const { origin, out, calls } = await answering((_, response) => response.end())
    const stop = new AbortController()
    const answer = out(call(`${origin}/`), stop.signal)
    stop.abort()
    expect(await answer).toEqual(fault('lost', false))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(calls()).toBe(0)
  })

  test('E6: no answer in time may have been sent', async () => {
    const { post, calls } = await answering(() => {})
    expect(await post('/', { totalMs: 150 })).toEqual(fault('read_timeout', true))
    expect(calls()).toBe(1)
  })

  test('E6: an answer that drips is cut off in time', async () => {
    const { post } = await speaking((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n')
      const drip = setInterval(() => socket.write('a'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    const answer = await post({ totalMs: 300 })
    expect(answer).toEqual(fault('read_timeout', true))
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.ms).toBeLessThan(2_000)
  })

  test.each([
    ['before an answer', ''],
    ['within the head', 'HTTP/1.1 200 O'],
    ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"ok"'],
    ['with an answer that is no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ])('a connection cut %s may have been sent', async (_, text) => {
    const { post } = await speaking((socket) => socket.once('data', () => socket.end(text)))
    expect(await post()).toEqual(fault('lost', true))
  })

  test('a call that is given up ends as lost', async () => {
    const { origin, out } = await answering(() => {})
    const stop = new AbortController()
    const answer = out(call(`${origin}/`), stop.signal)
    setTimeout(() => stop.abort(), 50)
    expect(await answer).toEqual(fault('lost', true))
    expect(await out(call(`${origin}/`), stop.signal)).toEqual(fault('lost', false))
  })
})

describe('answers', () => {
  test.each([301, 307, 308])('16.3.28, E3: %d is not followed, and is a fault', async (status) => {
    const { post, calls } = await answering((_, response) =>
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end(),
    )
    expect(await post()).toEqual(fault('redirect', true))
    expect(await post()).toMatchObject({ status })
    expect(calls()).toBe(2)
  })

  test.each([302, 303])('E3: %d is not followed, and is an answer', async (status) => {
    const { post, calls } = await answering((_, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end('moved'),
    )
    expect(await post()).toMatchObject({ kind: 'answer', status, body: 'moved' })
    expect(calls()).toBe(1)
  })

  const packed = { gzip: gzipSync, br: brotliCompressSync }
  test.each(['gzip', 'br'] as const)('%s is unpacked', async (encoding) => {
    const { post } = await answering((_, response) =>
      response.setHeader('content-encoding', encoding).end(packed[encoding]('{"id":"ü"}')),
    )
    expect(await post()).toMatchObject({ body: '{"id":"ü"}', isTruncated: false })
  })

  test.each(['gzip', 'br'] as const)('E6: a bomb of %s is cut', async (encoding) => {
    const bomb = packed[encoding](Buffer.alloc(50 * 1024 * 1024))
    const { post } = await answering((_, response) =>
      response.setHeader('content-encoding', encoding).end(bomb),
    )
    const before = process.memoryUsage().arrayBuffers
    expect(await post()).toMatchObject({ kind: 'answer', body: '', isTruncated: true })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
  })

  test.each(['gzip, gzip', 'zstd'])('E6: packed as "%s" it is not read', async (encoding) => {
    const { post } = await answering((_, response) =>
      response.setHeader('content-encoding', encoding).end('{"success":true}'),
    )
    expect(await post()).toMatchObject({ body: '', isTruncated: true })
  })

  test('E6: of 10 MB one is read', async () => {
    const { post } = await answering((_, response) => response.end('a'.repeat(10 * 1024 * 1024)))
    const answer = (await post()) as Extract<OutboundAnswer, { kind: 'answer' }>
    expect(answer).toMatchObject({ kind: 'answer', status: 200, isTruncated: true })
    expect(answer.body).toHaveLength(1024 * 1024)
    expect(await post('/', { maxBytes: 10 })).toMatchObject({ body: 'a'.repeat(10) })
  })

  test('E6: a head without end is too large', async () => {
    const { post } = await speaking((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(200_000)}`)),
    )
    expect(await post()).toEqual(fault('too_large', true))
  })

  test('other alphabets are decoded, and no NUL comes through', async () => {
    const { post } = await answering((_, response) =>
      response
        .setHeader('content-type', 'text/plain; charset=windows-1251')
        .end(Buffer.from([0xcf, 0xf0, 0x00, 0xe8])),
    )
    expect(await post()).toMatchObject({ body: 'При' })
  })

  test('E8: several headers of one name are one, and none becomes a prototype', async () => {
    const { post } = await answering((_, response) =>
      response.setHeader('set-cookie', ['a=1', 'b=2']).setHeader('__proto__', 'x').end(),
    )
    const answer = (await post()) as Extract<OutboundAnswer, { kind: 'answer' }>
    expect(answer.headers['set-cookie']).toBe('a=1, b=2')
    expect(Object.getPrototypeOf(answer.headers)).toBe(Object.prototype)
  })

  test('an early hint is not the answer', async () => {
    const { post } = await speaking((socket) =>
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
        ),
      ),
    )
    expect(await post()).toMatchObject({ kind: 'answer', status: 200, body: 'ok' })
  })
})
