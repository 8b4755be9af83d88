import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import type { Field } from '../field.ts'
import { msg } from '../../texts/msg.ts'

export type BooleanField = Field<'boolean', boolean>

const message = msg('enter_yes_or_no')

const booleanByWord: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  1: true,
  on: true,
  false: false,
  no: false,
  n: false,
  0: false,
  off: false,
}

/** Yes or no. */
export const booleanKind = defineKind(plainField<'boolean', boolean>('boolean'), {
  isYesOrNo: true,
  column: () => 'boolean',
  schema: () =>
    z.union(
      [
        z.boolean(),
        z.pipe(
          z.literal([0, 1]),
          z.transform((digit: 0 | 1) => digit === 1),
        ),
      ],
      { error: message },
    ),
  operators: ['equals', 'empty'],
  values: () => [false, true],
  operand: truth,
})

/** Yes or no, as people and programs write it. Throws ValueError. */
export function truth(text: string): boolean {
  const key = text.toLowerCase()
  if (!Object.hasOwn(booleanByWord, key)) throw new ValueError('bad_boolean', message)
  return booleanByWord[key] === true
}
