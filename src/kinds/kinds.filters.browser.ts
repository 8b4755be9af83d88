import { memo, type ComponentType } from 'react'

import { kindOf, type Field, type FieldOf, type KindName } from '#schema'

import { isKeyOf } from '../browser/client/records/filterValues.ts'
import {
  ExactFilter,
  TextFilter,
  type FilterProps,
} from '../browser/ui/fields/filters/operandFilters.tsx'
import { NumberRangeFilter } from '../browser/ui/fields/filters/Range.tsx'
import { UsedFilter } from '../browser/ui/fields/filters/ManyOf.tsx'
import { EmptyFilter } from '../browser/ui/fields/filters/YesFilter.tsx'
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
  const own = filterKindOf(field)
  const Filter = own === undefined ? byOperators(field) : own
  const made = Filter && memo(Filter, isSameFilter)
  memoized.set(field.kind, made)
  return made
}

/** The control of a kind that has none of its own. */
function byOperators(field: Field): FilterOf {
  const { operators, isShared } = kindOf(field)
  if (isShared?.(field)) return UsedFilter
  if (operators.includes('range')) return NumberRangeFilter
  if (operators.includes('contains')) return TextFilter
  if (operators.includes('equals')) return ExactFilter
  return operators.includes('empty') ? EmptyFilter : null
}

function isSameFilter(one: FilterProps, next: FilterProps): boolean {
  const keys = ['field', 'name', 'label', 'isMasked', 'used', 'set'] as const
  const operands = ({ name, values }: FilterProps) =>
    JSON.stringify(Object.entries(values).filter(([key]) => isKeyOf(name, key)))
  return keys.every((key) => one[key] === next[key]) && operands(one) === operands(next)
}
