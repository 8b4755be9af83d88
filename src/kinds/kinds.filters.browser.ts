import { memo, type ComponentType } from 'react'

import type { Field, FieldOf, KindName } from '#schema'

import { isKeyOf } from '../browser/client/records/filterValues.ts'
import type { FilterProps } from '../browser/ui/fields/operandFilters.tsx'
import * as kinds from './index.filters.browser.tsx'
import { addFilterKinds, filterKindOf, type FilterOf } from './kind.browser.ts'

/** Every kind; one that is missing does not compile. */
export type FiltersKinds = { readonly [Name in KindName]: FilterOf<FieldOf<Name>> }

const byName: FiltersKinds = kinds

addFilterKinds(byName as Readonly<Record<string, FilterOf>>)

const memoized = new Map<string, ComponentType<FilterProps> | null>()

/** The control of a field, which is drawn again only when what its own field is set to changes. Null where there is none. */
export function filterOf(field: Field): ComponentType<FilterProps> | null {
  const known = memoized.get(field.kind)
  if (known !== undefined) return known
  const Filter = filterKindOf(field)
  const made = Filter && memo(Filter, isSameFilter)
  memoized.set(field.kind, made)
  return made
}

function isSameFilter(one: FilterProps, next: FilterProps): boolean {
  const keys = ['field', 'name', 'label', 'isMasked', 'used', 'set'] as const
  const operands = ({ name, values }: FilterProps) =>
    JSON.stringify(Object.entries(values).filter(([key]) => isKeyOf(name, key)))
  return keys.every((key) => one[key] === next[key]) && operands(one) === operands(next)
}
