import { countryNames } from '../../browser/ui/fields/countries.ts'
import type { FilterProps } from '../../browser/ui/fields/filter.ts'
import { ManyOf } from '../../browser/ui/fields/ManyOf.tsx'

export const CountryFilter = (props: FilterProps) => <ManyOf {...props} labels={countryNames()} />
