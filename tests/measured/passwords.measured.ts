import { hashSync } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import { checkNewPassword } from '../../src/server/kernel/secrets/passwords.ts'
import { timesAsLong } from './pace.ts'

test('a new password is judged at once, however it is made', async () => {
  const judge = () => {
    for (const piece of ['password', 'pass', 'aA@$', '١٢٣', 'q']) {
      checkNewPassword(piece.repeat(200).slice(0, 200), [piece.repeat(30)])
    }
  }
  expect(await timesAsLong(judge, () => hashSync('any'), 2)).toBeLessThan(2)
})
