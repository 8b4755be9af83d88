import { expect, it } from 'vitest'

import { actionsOf, may } from '../../../src/browser/client/records/permitted.ts'
import { invoice } from '../../fixtures/hire.ts'
import { userWith } from './fixture.ts'

const user = userWith('hire.invoice.remind', 'hire.invoice.all')
const names = (record: object) =>
  actionsOf(invoice, user, { id: 1, ...record }).map(({ name }) => name)

it('what looks beyond the record is offered as the server has judged', () => {
  const mine = { may: { edit: true, delete: true, remind: true } }
  const other = { may: { edit: false, delete: false, remind: false } }
  expect([may(invoice, 'edit', user, { id: 1, ...mine }), names(mine)]).toEqual([true, ['remind']])
  expect([may(invoice, 'edit', user, { id: 1, ...other }), names(other)]).toEqual([false, []])
})

it('and nobody without the permission is offered an action', () => {
  const record = { id: 1, may: { remind: true } }
  expect(actionsOf(invoice, userWith(), record)).toEqual([])
})
