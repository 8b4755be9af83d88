import { useState } from 'react'

import { type DateForm, forms } from './dateForms.ts'

/** The text while it is typed. A value that comes from outside replaces it, unless the text means the same. */
export function useWritten(form: DateForm, value: string, onChange: (value: string) => void) {
  const { read, show } = forms[form]
  const [text, setText] = useState(() => show(value))
  const [seen, setSeen] = useState(value)
  const meaning = (typed: string) => read(typed) ?? typed
  if (seen !== value) {
    setSeen(value)
    if (meaning(text) !== value) setText(show(value))
  }
  return {
    text,
    type(typed: string) {
      setText(typed)
      onChange(meaning(typed))
    },
    choose(chosen: string) {
      setText(show(chosen))
      onChange(chosen)
    },
    /** What was understood now stands as it is shown. */
    leave() {
      setText(show(meaning(text)))
    },
  }
}
