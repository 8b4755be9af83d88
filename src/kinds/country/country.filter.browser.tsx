import { countryNames } from '../../browser/ui/fields/countries.ts'
import { type FilterProps, ManyOf } from '../../browser/ui/fields/operandFilters.tsx'

export const CountryFilter = (props: FilterProps) => <ManyOf {...props} labels={countryNames()} />
