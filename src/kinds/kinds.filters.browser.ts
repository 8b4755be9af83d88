import { memo, type ComponentType, type ReactNode } from 'react'

import { kindNames, type Field, type FieldOf, type KindName } from '#schema'

import { isKeyOf } from '../browser/client/records/filterValues.ts'
import type { FilterProps } from '../browser/ui/fields/operandFilters.tsx'
import * as kinds from './index.filters.browser.tsx'

/** The control of the filter panel; null for a kind that lists are not filtered by. */
type FilterOf<F extends Field> = ((props: FilterProps<F>) => ReactNode) | null

/** Every kind; one that is missing does not compile. */
export type FiltersKinds = { readonly [Name in KindName]: FilterOf<FieldOf<Name>> }

const byName: FiltersKinds = kinds

const memoized = new Map(
  kindNames.map((name) => {
    const Filter = byName[name] as FilterOf<Field>
    return [name as string, Filter && memo(Filter, isSameFilter)]
  }),
)

/** The control of a field, which is drawn again only when what its own field is set to changes. Null where there is none. */
export const filterOf = ({ kind }: Field): ComponentType<FilterProps> | null =>
  memoized.get(kind) ?? null

function isSameFilter(one: FilterProps, next: FilterProps): boolean {
  const keys = ['field', 'name', 'label', 'isMasked', 'set'] as const
  const operands = ({ name, values }: FilterProps) =>
    JSON.stringify(Object.entries(values).filter(([key]) => isKeyOf(name, key)))
  return keys.every((key) => one[key] === next[key]) && operands(one) === operands(next)
}
