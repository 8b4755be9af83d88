import { expect, test } from 'vitest'

import { leadViews } from '../../../resources/leads/lead/lead.browser.ts'
import { userWith } from '../../fixtures/user.ts'

test('whoever may send leads is offered that for each but an erased one', () => {
  const user = { ...userWith('lead.send'), session: { is_sender: 1 } }
  const offered = (stage: string) =>
    leadViews
      .recordActions?.({ user, t: ((key: string) => key) as never, record: { stage } } as never)
      .map(({ name }) => name)
  expect(offered('new')).toEqual(['send'])
  expect(offered('erased')).toEqual([])
})
