import type { Resource, User } from '#schema'

import { type NamedField, readableFields } from '../../client/records/permitted.ts'

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
  /** Undefined: as they were at first. */
  choose(choice: ColumnChoice | undefined): void
}

/** The columns as the declaration has them. */
export const firstChoice = ({ list, hiddenColumns: hidden = [] }: Resource): ColumnChoice => ({
  order: list,
  hidden,
})

/** The choice that shows these columns, in this order, and no others. */
export const choiceOf = ({ list }: Resource, shown: readonly string[]): ColumnChoice => ({
  order: shown,
  hidden: list.filter((name) => !shown.includes(name)),
})

export function columnsOf(
  resource: Resource,
  user: User,
  choice: ColumnChoice,
): Pick<Columns, 'all' | 'shown'> {
  const all = arranged(readableFields(resource, user, resource.list), choice.order)
  return { all, shown: all.filter(({ name }) => !choice.hidden.includes(name)) }
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
