import type { ImportOptions } from '#contract'
import { mayWrite, type Field, type Mapping, type Resource, type User } from '#schema'

import type { FormField } from '../forms/formValues.ts'
import type { Reading } from './reading.ts'

/** The mapping with one column changed; a field that another column had moves to this one. */
export function remapped(mapping: Mapping, column: number, name: string | null): Mapping {
  return mapping.map((one, index) => {
    if (index === column) return name
    return name !== null && one === name ? null : one
  })
}

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

/** How a file is to be taken in, as the server wants it beside the file itself. */
export interface ImportOrder
  extends Reading, Pick<ImportOptions, 'settings' | 'date_order' | 'decimal_sign'> {
  readonly mapping: Mapping
}
