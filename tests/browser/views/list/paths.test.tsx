import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import {
  actionsOf,
  filtersOf,
  may,
  readableFields,
} from '../../../../src/browser/client/records/permitted.ts'
import { booking, invoice } from '../../../fixtures/businesses/hire.ts'
import type { Row } from '../../../../src/browser/client/records/row.ts'
import { formSections } from '../../../../src/browser/views/forms/values/formSections.ts'
import { DoneText } from '../../../../src/browser/views/actions/DoneText.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

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

it('a field of some records is a column, but no filter, and an input only where it is there', () => {
  const field = { name: 'note', field: booking.fields.note }
  const clerk = userWith('hire.booking.view', 'hire.booking.update')
  const names = (record?: Row) =>
    formSections(booking, clerk, record).flatMap(({ fields }) => fields.map(({ name }) => name))
  expect(readableFields(booking, clerk, ['note']).map(({ name }) => name)).toEqual(['note'])
  expect(filtersOf(booking, clerk, [field]).map(({ name }) => name)).not.toContain('note')
  expect(names()).toContain('note')
  expect(names({ id: 1, code: 'A1', note: null })).toContain('note')
  expect(names({ id: 1, code: 'A1' })).not.toContain('note')
  const finance = userWith('hire.finance')
  expect(filtersOf(booking, finance, [field]).map(({ name }) => name)).toContain('note')
})

it('an action says in its own words that it is done', async () => {
  const screens = { '/': <DoneText done={{ resource: 'invoices', act: 'remind' }} /> }
  openScreens('/', screens, { user, provider: fakeProvider(), resources: [invoice] })
  expect(await screen.findByText('The reminder is on its way.')).toBeTruthy()
})
