import { mayWrite, type Field, type Resource, type User } from '#schema'

import type { FormField } from '../views/forms/layout.ts'

/** The fields set once for all rows. None is required here: a column may bring it. */
export function settingFields({ fields, import: declared }: Resource, user: User): FormField[] {
  return (declared?.settings ?? [])
    .filter((name) => mayWrite(user, fields[name]))
    .map((name) => {
      const { options, ...field }: Field = fields[name]
      const { default: _standard, ...rest } = options
      return {
        name,
        field: { ...field, options: { ...rest, optional: true } },
        isWritable: true,
        isBlind: false,
      }
    })
}
