import { useContext } from 'react'

import { useKeptText } from '../i18n/texts.ts'
import { OptionsContext } from './store.ts'

/** Returns a function that says a word of an option list in the user's language, where the list declares it as its own. */
export function useWordOf(): (list: string | undefined, word: string) => string {
  const lists = useContext(OptionsContext)?.lists
  const keptText = useKeptText()
  return (name, word) => {
    const list = name === undefined ? undefined : lists?.find((one) => one.name === name)
    return list?.words?.includes(word) ? keptText(word) : word
  }
}
