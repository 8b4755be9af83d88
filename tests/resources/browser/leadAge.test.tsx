import { expect, it } from 'vitest'

import { fieldOf } from '#schema'

import { lead } from '../../../resources/leads/lead/lead.ts'
import { roles } from '../../../resources/roles.ts'
import { filtersOf, readableFields } from '../../../src/browser/client/records/permitted.ts'
import { filterableFields, operatorsFor } from '../../../src/browser/views/filters/operators.ts'
import { userWith } from '../../fixtures/user.ts'

const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name)

it.each([
  ['Manager', true],
  ['Privacy officer', true],
  ['Sender', true],
  ['Importer', true],
  ['Analyst', true],
])('the age of leads is a column and a filter for the role %s: %s', (name, isOffered) => {
  const { permissions = [] } = roles.find((role) => role.name === name) ?? {}
  const user = userWith(...permissions)
  const columns = readableFields(lead, user, lead.list)
  expect(names(columns).includes('age')).toBe(isOffered)
  expect(names(filtersOf(lead, user, columns)).includes('age')).toBe(isOffered)
  expect(names(filterableFields(lead, user)).includes('age')).toBe(isOffered)
})

it('conditions about an age are ranges', () => {
  const field = fieldOf(lead, 'age') ?? expect.fail()
  expect(operatorsFor(lead, userWith('lead.contact.view'), { name: 'age', field })).toEqual([
    'from',
    'to',
    'between',
  ])
})
