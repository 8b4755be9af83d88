import { expect, test } from 'vitest'

import { viewRule } from '#schema'

import { send } from '../../../resources/sending/send/send.ts'
import { userWith } from '../../fixtures/user.ts'

test('D2: the Failed filter of the lead history is for those who see failed sends', () => {
  const mayOpen = viewRule(send.views?.['Rejected and failed'] ?? {})
  expect(mayOpen(userWith('lead.history.view'))).toBe(false)
  expect(mayOpen(userWith('lead.history.view', 'lead.failed.view'))).toBe(true)
})
