import { dayOn, yearsBetween } from '#schema'
import type { RowProblem } from '#server'

import { msg } from '../../msg.server.ts'
import { fullAge } from '../lead/fullAge.ts'
import type { Lead } from '../lead/lead.ts'

/** What is to be noticed of rows of a file that become leads all the same, by their places. */
export function rowRemarks(rows: readonly Partial<Lead>[]): (RowProblem | undefined)[] {
  const today = dayOn({ at: new Date(), zone: 'UTC' })
  return rows.map(({ date_of_birth: birth }) =>
    birth && yearsBetween(birth, today) < fullAge ? tooYoung : undefined,
  )
}

const tooYoung: RowProblem = {
  code: 'under_age',
  message: msg('the_person_is_under_age', { age: fullAge }),
}
