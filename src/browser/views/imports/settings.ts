import { mayWrite, type Field, type Resource, type User } from '#schema'

import type { FormField } from '../forms/layout.ts'
import type { Mapping } from './mapping.ts'

/** The fields set once for all rows. None is required that a column brings; none begins with its default. */
export function settingFields(
  { fields, import: declared }: Resource,
  user: User,
  mapping: Mapping,
): FormField[] {
  return (declared?.settings ?? [])
    .filter((name) => mayWrite(user, fields[name]))
    .map((name) => {
      const { options, ...field }: Field = fields[name]
      const { default: standard, ...rest } = options
      const isGiven = standard !== undefined || mapping.includes(name)
      return {
        name,
        field: { ...field, options: { ...rest, ...(isGiven && { optional: true }) } },
        isWritable: true,
        isBlind: false,
      }
    })
}
