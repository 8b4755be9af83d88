import { memo, type ComponentType } from 'react'

import type { Field, KindName } from '#schema'

import type { FieldOf } from '../browser/client/records/row.ts'
import { isKeyOf } from '../browser/client/records/filterValues.ts'
import { type FilterControl, type FilterProps } from '../browser/ui/fields/filter.ts'
import { ChoiceFilter, CountryFilter } from '../browser/ui/fields/ManyOf.tsx'
import { DateFilter } from '../browser/ui/fields/DateFilter.tsx'
import { EmailFilter, IntegerFilter, PhoneFilter } from '../browser/ui/fields/ListFilter.tsx'
import { NumberRangeFilter } from '../browser/ui/fields/RangeFilter.tsx'
import { ReferenceFilter } from '../browser/ui/fields/ReferenceFilter.tsx'
import { BooleanFilter, EmptyFilter } from '../browser/ui/fields/SwitchFilter.tsx'
import { ExactFilter, TextFilter } from '../browser/ui/fields/TextFilter.tsx'

/** How lists are filtered by each kind of field. A missing kind does not compile. */
export const filters: { readonly [Name in KindName]: FilterControl<FieldOf<Name>> } = {
  text: TextFilter,
  email: EmailFilter,
  phone: PhoneFilter,
  url: TextFilter,
  integer: IntegerFilter,
  money: NumberRangeFilter,
  boolean: BooleanFilter,
  choice: ChoiceFilter,
  date: DateFilter,
  timestamp: DateFilter,
  color: ExactFilter,
  country: CountryFilter,
  json: EmptyFilter,
  ips: ExactFilter,
  urls: ExactFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
  password: null,
  secret: null,
  progress: NumberRangeFilter,
}

const steadyFilters = Object.fromEntries(
  Object.entries(filters as Record<string, FilterControl>).map(([kind, Control]) => [
    kind,
    Control && memo(Control, isSameFilter),
  ]),
)

/** The control of a field, which is drawn again only when what its own field is set to changes. Null where there is none. */
export const filterOf = ({ kind }: Field): ComponentType<FilterProps> | null =>
  steadyFilters[kind] ?? null

function isSameFilter(one: FilterProps, next: FilterProps): boolean {
  const keys = ['field', 'name', 'label', 'isMasked', 'set'] as const
  const operands = ({ name, values }: FilterProps) =>
    JSON.stringify(Object.entries(values).filter(([key]) => isKeyOf(name, key)))
  return keys.every((key) => one[key] === next[key]) && operands(one) === operands(next)
}
