import { describe, expect, it } from 'vitest'

import { readConfig } from '../../src/server/kernel/config.ts'

describe('H4: the demo', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ PORT: '4100', LOG_LEVEL: 'warn' }, true],
    [{ DATA_DIR: 'x' }, false],
    [{ HOST: '127.0.0.1' }, false],
    [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'violet-Kettle-92' }, false],
    [{ DATABASE_URL: 'postgres://x/y', APP_KEY: 'a'.repeat(64) }, false],
    [{ DATA_DIR: 'x', DEMO: '1' }, true],
    [{ DEMO: '0' }, false],
    [{ HOST: '0.0.0.0' }, false],
  ])('with %j is on: %s', (env, isOn) => expect(readConfig(env).demo).toBe(isOn))

  it.each(['0.0.0.0', '::', '10.0.0.5', 'console.example.com'])(
    'is refused at %s, in words',
    (HOST) => expect(() => readConfig({ HOST, DEMO: '1' })).toThrow(/DEMO shows the passwords/),
  )
})

describe('a setting that cannot be is told by its name, with what it must be', () => {
  const url = 'postgres://x/y'
  it.each<[env: Record<string, string>, told: string]>([
    [{ PORT: 'web' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535'],
    [{ DATABASE_WAIT: '-1' }, 'DATABASE_WAIT must be a whole number from 0 to 3600'],
    [{ RATE_LIMIT: '5' }, 'RATE_LIMIT must be a whole number from 60 to 1000000000'],
    [{ REVEAL_LIMIT: '-1' }, 'REVEAL_LIMIT must be a whole number from 0 to 1000000'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
    [{ LEADGATE_ROLE: 'both', DATABASE_URL: url }, 'LEADGATE_ROLE must be all, web or worker'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn'],
    [{ CORS_ORIGINS: 'https://a.example, b.example' }, 'CORS_ORIGINS must be origins like'],
    [{ CORS_ORIGINS: 'https://a.example/console' }, 'CORS_ORIGINS must be origins like'],
    [{ TRUSTED_PROXIES: 'proxy.local' }, 'TRUSTED_PROXIES must be addresses of proxies like'],
    [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'TRUSTED_PROXIES must be addresses of proxies like'],
    [{ APP_KEY_OLD: 'abc' }, 'APP_KEY_OLD must be 64 hexadecimal digits'],
  ])('%j', (env, told) => expect(() => readConfig(env)).toThrow(`\n  ${told}`))

  it('a sign after an origin, which no browser sends, is left out', () => {
    const { corsOrigins, outboundLoopback } = readConfig({
      CORS_ORIGINS: 'https://a.example/, https://b.example',
      OUTBOUND_LOOPBACK: 'http://127.0.0.1:4795/',
    })
    expect(corsOrigins).toEqual(['https://a.example', 'https://b.example'])
    expect(outboundLoopback).toBe('http://127.0.0.1:4795')
  })

  it('proxies are addresses, ranges and networks by their names', () => {
    const all = '127.0.0.1, ::1, 10.0.0.0/8, fd00::/8, loopback'
    expect(readConfig({ TRUSTED_PROXIES: all }).trustedProxies).toHaveLength(5)
  })
})
