import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'

import { itemsOf, mayHave, wholeListKey, type OptionItem } from '../../client/options/lists.ts'
import { itemsToPick, OptionsContext, useOptionList } from '../../client/options/store.ts'
import { useWordOf } from '../../client/options/words.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useUser } from '../../client/session/user.ts'
import { type FilterProps, TextFilter } from './filters/operandFilters.tsx'
import { ManyOf, ownLabels } from './filters/ManyOf.tsx'

/** Any of the words of an option list; typed, where the user has no such list, and where a part of a word is looked for. */
export function WordsFilter({ list, ...props }: FilterProps & { list: string }) {
  const items = useFilterWords(list)
  const wordOf = useWordOf()
  const { name, values } = props
  if (!items || values[`${name}_contains`] !== undefined) return <TextFilter {...props} />
  const listed = Object.fromEntries(items.map(({ value, label }) => [String(value), label]))
  const labels = Object.entries({ ...ownLabels(props.used), ...listed }).map(([value, label]) => [
    value,
    wordOf(list, label),
  ])
  return <ManyOf {...props} labels={Object.fromEntries(labels)} />
}

/** The entries of the list as they are kept, or else as the server has them; undefined for users who may not have them. */
function useFilterWords(name: string): readonly OptionItem[] | undefined {
  const choices = itemsToPick(useOptionList(name))
  const list = useContext(OptionsContext)?.lists.find((one) => one.name === name)
  const user = useUser()
  const provider = useProvider()
  const { data } = useQuery({
    queryKey: wholeListKey(name),
    enabled: !choices && list !== undefined && mayHave(user, list),
    queryFn: () => provider.call('GET', list?.path ?? ''),
    select: (answer) => (list ? itemsOf(list, answer).items : []),
    retry: false,
  })
  return choices ?? data
}
