import { useMemo } from 'react'
import { useStore } from 'react-admin'

import type { Resource, User } from '#schema'

import { readableFields, type NamedField } from '../permitted.ts'

/** What a user chose for a list, by name, so that a new column of a release moves no other. */
export interface ColumnChoice {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
}

export interface Columns {
  /** Every column the user may have, in the chosen order. */
  readonly all: readonly NamedField[]
  readonly shown: readonly NamedField[]
  readonly choice: ColumnChoice
  choose(choice: ColumnChoice | undefined): void
}

export function useColumns(resource: Resource, user: User): Columns {
  const [stored, choose] = useStore<ColumnChoice | undefined>(`${resource.name}.columns`)
  return useMemo(() => {
    const choice = stored ?? { order: resource.list, hidden: resource.hidden ?? [] }
    const all = arranged(readableFields(resource, user, resource.list), choice.order)
    const shown = all.filter(({ name }) => !choice.hidden.includes(name))
    return { all, shown, choice, choose }
  }, [resource, user, stored, choose])
}

/** The chosen order; columns it does not know stay after their neighbour in the declaration. */
function arranged(fields: readonly NamedField[], order: readonly string[]): NamedField[] {
  const known = order.flatMap((name) => fields.find((one) => one.name === name) ?? [])
  const result = [...known]
  for (const [index, one] of fields.entries()) {
    if (known.includes(one)) continue
    const before = fields[index - 1]
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, one)
  }
  return result
}
