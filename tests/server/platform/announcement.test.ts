import { expect, it } from 'vitest'

import { announcement } from '../../../src/server/announcement.ts'

const address = 'http://127.0.0.1:4000'
const ada = { name: 'Ada', email: 'ada@example.com', password: 'try-it-now', role: 'Staff' }

it('the start prints the address, and the sign-ins of a demo that has some', () => {
  const ready = `\nLeadgate is ready at ${address}\n`
  const printed = (demo: boolean, demoAccounts: (typeof ada)[]) =>
    announcement({ config: { demo }, business: { demoAccounts } }, address)
  expect(printed(true, [ada])).toBe(`${ready}Demo sign-ins:\n  ada@example.com  try-it-now  Ada\n`)
  expect(printed(false, [ada])).toBe(ready)
  expect(printed(true, [])).toBe(ready)
})
