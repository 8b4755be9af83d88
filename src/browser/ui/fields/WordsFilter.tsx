import { itemsToPick, useOptionList } from '../../client/options/store.ts'
import { type FilterProps, ManyOf, TextFilter } from './operandFilters.tsx'

/** Any of the words of an option list; typed, where the user has no such list, and where a part of a word is looked for. */
export function WordsFilter({ list, ...props }: FilterProps & { list: string }) {
  const items = itemsToPick(useOptionList(list))
  const { name, values } = props
  if (!items || values[`${name}_contains`] !== undefined) return <TextFilter {...props} />
  const labels = Object.fromEntries(items.map(({ value, label }) => [String(value), label]))
  return <ManyOf {...props} labels={labels} />
}
