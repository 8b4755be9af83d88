import type { ComponentType } from 'react'

import type { Field, KindName } from '#schema'

import type { FieldOf } from './display.ts'
import type { FilterControl, FilterProps } from './filter.ts'
import { ChoiceFilter, CountryFilter } from './filters/ChoiceFilter.tsx'
import { DateFilter } from './filters/DateFilter.tsx'
import { EmailFilter, IntegerFilter, PhoneFilter } from './filters/ListFilter.tsx'
import { NumberRangeFilter } from './filters/RangeFilter.tsx'
import { ReferenceFilter } from './filters/ReferenceFilter.tsx'
import { BooleanFilter, EmptyFilter } from './filters/SwitchFilter.tsx'
import { ExactFilter, TextFilter } from './filters/TextFilter.tsx'

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

export function filterOf(field: Field): ComponentType<FilterProps> | null {
  return filters[field.kind as KindName] as FilterControl
}
