import type { FieldOf } from '#schema'

import { countryNames } from '../browser/ui/fields/countries.ts'
import {
  ExactFilter,
  TextFilter,
  type FilterProps,
} from '../browser/ui/fields/filters/operandFilters.tsx'
import { NumberRangeFilter, TimeRangeFilter } from '../browser/ui/fields/filters/Range.tsx'
import { ManyOf, UsedFilter } from '../browser/ui/fields/filters/ManyOf.tsx'
import { EmptyFilter, YesFilter } from '../browser/ui/fields/filters/YesFilter.tsx'
import {
  AddressFilter,
  IdFilter,
  PhoneFilter,
} from '../browser/ui/fields/filters/EntriesFilter.tsx'
import { WordsFilter } from '../browser/ui/fields/WordsFilter.tsx'
import { ReferenceFilter } from './reference/reference.filter.browser.tsx'
import { WordsKindFilter } from './words/words.filter.browser.tsx'
import { DateFilter } from './date/date.filter.browser.tsx'

export {
  AddressFilter as email,
  PhoneFilter as phone,
  TextFilter as url,
  TextFilter as richText,
  IdFilter as integer,
  NumberRangeFilter as decimal,
  NumberRangeFilter as money,
  YesFilter as boolean,
  DateFilter as date,
  DateFilter as timestamp,
  ExactFilter as color,
  EmptyFilter as json,
  EmptyFilter as rows,
  EmptyFilter as file,
  EmptyFilter as image,
  TimeRangeFilter as time,
  UsedFilter as timeZone,
  WordsKindFilter as words,
  ExactFilter as ips,
  ExactFilter as urls,
  ReferenceFilter as reference,
  ReferenceFilter as references,
  NumberRangeFilter as progress,
}

export const text = ({ field, ...props }: FilterProps<FieldOf<'text'>>) => {
  const { optionList } = field.options
  return optionList ? (
    <WordsFilter {...props} field={field} list={optionList} />
  ) : (
    <TextFilter {...props} field={field} />
  )
}
export const choice = ({ field, ...props }: FilterProps<FieldOf<'choice'>>) => (
  <ManyOf {...props} labels={field.choices} />
)
export const country = (props: FilterProps) => <ManyOf {...props} labels={countryNames()} />

/** Lists are not filtered by what is never shown. */
export const password = null
export const secret = null
