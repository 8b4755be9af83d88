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
