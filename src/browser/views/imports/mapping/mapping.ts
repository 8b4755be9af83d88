import type { ImportOptions } from '#contract'
import {
  guessMapping,
  type ColumnLabels,
  importableNames,
  mayJoin,
  mayWrite,
  type Field,
  type ImportMode,
  type Mapping,
  type Resource,
  type User,
} from '#schema'

import type { FormField } from '../../forms/values/formSections.ts'
import type { Reading } from '../file/reading.ts'

/** The mapping with one column changed; a field that another column had moves to this one, unless both make one value. */
export function remapped(
  mapping: Mapping,
  column: number,
  name: string | null,
  form: Resource,
): Mapping {
  const isShared = mayJoin(form, name)
  return mapping.map((one, index) => {
    if (index === column) return name
    return name !== null && one === name && !isShared ? null : one
  })
}

/** The columns of a file, for a user who takes it in. */
interface Headed {
  readonly resource: Resource
  readonly user: User
  readonly headers: readonly string[]
  /** What its columns may be called. */
  readonly called: ColumnLabels | undefined
}

/** The mapping for another mode: of the same fields, and only where records are changed by their ids a column is the id. */
export function remappedFor(
  mode: ImportMode,
  mapping: Mapping,
  { resource, user, headers, called }: Headed,
): Mapping {
  const known = new Set(importableNames(resource, user, mode))
  const columns = mapping.map((name) => (name !== null && known.has(name) ? name : null))
  if (mode === 'outcomes' || columns.every((name) => name === null)) {
    return guessMapping(resource, user, headers, mode, [], called)
  }
  if (mode !== 'update') return columns
  const column = guessMapping(resource, user, headers, mode, [], called).indexOf('id')
  return column >= 0 && mapping[column] === null
    ? remapped(mapping, column, 'id', resource)
    : mapping
}

/** The fields that are set once for all rows: those that are declared so, and others that have a value. */
export function settingNames(
  { import: declared }: Resource,
  settings: Readonly<Record<string, unknown>> = {},
): string[] {
  return [...new Set<string>([...(declared?.settings ?? []), ...Object.keys(settings)])]
}

/**
 * The inputs of what is set once for all rows, the required first. None is required that a column brings; none begins with
 * its default. None is required of records that are there already.
 */
export function settingFields(
  { fields }: Resource,
  user: User,
  mapping: Mapping,
  names: readonly string[],
  mode: ImportMode,
): FormField[] {
  const inputs = names
    .filter((name) => fields[name] !== undefined && mayWrite(user, fields[name]))
    .map((name): FormField => {
      const { options, ...field }: Field = fields[name]
      const { default: standard, ...rest } = options
      const isGiven = mode === 'update' || standard !== undefined || mapping.includes(name)
      return {
        name,
        field: { ...field, options: { ...rest, ...(isGiven && { optional: true }) } },
        isWritable: true,
        isBlind: false,
      }
    })
  return inputs.toSorted((one, other) => Number(isOptional(one)) - Number(isOptional(other)))
}

const isOptional = ({ field: { options } }: FormField) => options.optional === true

/** How a file is to be taken in, as the server wants it beside the file itself. */
export interface ImportOrder
  extends
    Required<Reading>,
    Pick<
      ImportOptions,
      'settings' | 'date_order' | 'decimal_sign' | 'mode' | 'duplicates' | 'note'
    > {
  readonly mapping: Mapping
}
