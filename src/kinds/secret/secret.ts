import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { writeOnly } from '../password/password.ts'
import { msg } from '../../texts/msg.ts'

/** A secret, kept encrypted; readers learn whether it is set and its last four characters. */
export const secretKind = defineKind(plainField<'secret', string>('secret'), {
  ...writeOnly,
  schema: () =>
    z
      .string(msg('enter_text'))
      .check(
        z.minLength(1, msg('enter_text')),
        z.maxLength(4000, msg('use_at_most_4000_characters')),
      ),
  shown: z.object({ set: z.boolean(), last4: z.optional(z.string()) }),
})
