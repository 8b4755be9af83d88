import { describe, expect, it } from 'vitest'

import {
  checkNewPassword,
  hashPassword,
  isOutdated,
  verifyPassword,
} from '../../../src/server/kernel/secrets/passwords.ts'
import { createQueue } from '../../../src/server/kernel/secrets/queue.ts'

describe('a hash', () => {
  it('is argon2id with the parameters of OWASP and a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword('same'), hashPassword('same')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(isOutdated(one)).toBe(false)
  })

  it.each([
    '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b4dWRWJTmaaJObG',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b4dWRWJTmaaJObG',
  ])('%s is outdated', (hash) => expect(isOutdated(hash)).toBe(true))
})

describe('a password', () => {
  it('is right only for its own hash', async () => {
    const hash = await hashPassword('pässwörd 🔑')
    expect(await verifyPassword(hash, 'pässwörd 🔑')).toBe(true)
    expect(await verifyPassword(hash, 'pässwörd 🔒')).toBe(false)
    expect(await verifyPassword(hash, '')).toBe(false)
  })

  it.each([undefined, null, '', 'none', 'plain text'])('is never right for %s', async (stored) => {
    expect(await verifyPassword(stored, String(stored))).toBe(false)
  })
})

describe('a new password', () => {
  it.each([
    'violet-Kettle-92-harbour',
    'gR8#kq2!vTz9',
    'the moon forgot its blue umbrella',
    'Übermut tut selten gut',
    'kfzmewqplxab',
    '9f4c1e77a0b3d562',
  ])('%s is taken', (password) =>
    expect(checkNewPassword(password, ['Ann Lee', 'ann@acme.io'])).toBeUndefined(),
  )

  it.each([
    'short',
    'elevenchars',
    'aaaaaaaaaaaa',
    'abababababab',
    'abcabcabcabc',
    'hello1hello1hello1',
    '123456789012',
    '739284750183',
    'abcdefghijkl',
    'qwertyuiop123',
    'qwertyuiop[]',
    '1qaz2wsx3edc',
    '1q2w3e4r5t6y',
    'qazwsxedcrfv',
    'password1234',
    'Password1234!',
    'P@ssw0rd1234',
    'passwordpassword',
    'Administrator1',
    'Welcome2026!!',
    'Summer2026!!!',
    'iloveyou1234',
    'letmeinletmein',
    'ChangeMe123456',
    'correct horse battery staple',
    'correcthorsebatterystaple',
    'Leadgate2026!',
    'ann.lee.2026!!',
    'acme-ann-1234',
    'йцукенгшщзхъ',
    'x'.repeat(201),
  ])('%s is refused', (password) => {
    expect(checkNewPassword(password, ['Ann Lee', 'ann@acme.io'])).toEqual(expect.any(String))
  })

  it.each([
    'manchesterunited',
    'christopher123',
    'fuckyou123456',
    'thisisapassword',
    '!QAZ2wsx#EDC',
    'liverpool2024!',
    'ihateyou12345',
    'dragonmonkey99',
    'ann.sunshine.1',
    'lead-console-12',
  ])(
    'L12: %s, which stands on the lists of leaked ones or is made of them, is refused',
    (password) => {
      expect(checkNewPassword(password, ['Ann Lee', 'ann@acme.io'])).toEqual(expect.any(String))
    },
  )
})

describe('a queue', () => {
  const full = () => new Error('full')

  it('runs only so much at once, in order', async () => {
    const run = createQueue({ atOnce: 2, waiting: 10, full })
    const order: number[] = []
    let running = 0
    let most = 0
    const work = (number: number) => async () => {
      running += 1
      most = Math.max(most, running)
      order.push(number)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
    }
    await Promise.all([1, 2, 3, 4, 5, 6].map((number) => run(work(number))))
    expect(most).toBe(2)
    expect(order).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('goes on after a failure', async () => {
    const run = createQueue({ atOnce: 1, waiting: 10, full })
    const failing = run(() => Promise.reject(new Error('broken')))
    const next = run(async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })

  it('refuses what would wait too long', async () => {
    const run = createQueue({ atOnce: 1, waiting: 1, full })
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 10))
    const running = [run(slow), run(slow)]
    await expect(run(slow)).rejects.toThrow('full')
    await Promise.all(running)
    await run(slow)
  })
})
