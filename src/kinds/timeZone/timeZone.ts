import * as z from 'zod/mini'

import { zoneNamed } from '../date/zone.ts'
import { defineKind, plainField } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

const message = msg('enter_a_time_zone_like')

/** A time zone by its name in the database of IANA, `Europe/Berlin`: `zone: field.timeZone({ default: 'UTC' })`. */
export const timeZoneKind = defineKind(plainField<'timeZone', string>('timeZone'), {
  column: () => 'text',
  schema: () =>
    z.string(message).check(
      z.overwrite((text) => zoneNamed(text.trim()) ?? text),
      z.refine((text) => zoneNamed(text) !== undefined, message),
    ),
  operators: ['equals', 'empty'],
  isShared: () => true,
  operand(text) {
    const name = zoneNamed(text.trim())
    if (name === undefined) throw new ValueError('unknown_time_zone', message)
    return name
  },
})
