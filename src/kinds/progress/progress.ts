import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { wholeNumber, withoutMinusZero } from '../integer/wholeNumber.ts'
import { msg } from '../../texts/msg.ts'

const message = msg('enter_a_percentage_from_0_to_100')

/** How much of a piece of work is done, in whole percent. */
export const progressKind = defineKind(plainField<'progress', number>('progress'), {
  column: () => 'integer',
  schema: () =>
    z.int(message).check(z.gte(0, message), z.lte(100, message), z.overwrite(withoutMinusZero)),
  operators: ['equals', 'range', 'empty'],
  operand: percent,
})

function percent(text: string): number {
  return wholeNumber(text.trim().replace(/ ?%$/, ''), 0, 100)
}
