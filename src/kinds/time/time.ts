import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

const message = msg('enter_a_time_like_09_30')

/** A time of day in hours and minutes, `09:30`, of no day and in no zone: `opens: field.time({ default: '09:00' })`. */
export const timeKind = defineKind(plainField<'time', string>('time'), {
  column: () => 'text',
  schema: () =>
    z.string(message).check(
      z.overwrite((text) => clock(text) ?? text),
      z.refine((text) => clock(text) !== undefined, message),
    ),
  operators: ['equals', 'range', 'empty'],
  operand,
})

/** The time that a text is, with two digits, also `9` and `930`; undefined for a text that is none. */
function clock(text: string): string | undefined {
  const [, hour = '', minute = '00'] =
    /^(\d{1,2})(?:[:.]?(\d\d)(?:[:.]00)?)?$/.exec(text.trim()) ?? []
  const isTime = hour !== '' && Number(hour) < 24 && Number(minute) < 60
  return isTime ? `${hour.padStart(2, '0')}:${minute}` : undefined
}

export function operand(text: string): string {
  const time = clock(text)
  if (time === undefined) throw new ValueError('bad_time', message)
  return time
}
