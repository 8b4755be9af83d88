import { useEffect, useEffectEvent, useState } from 'react'

/** How long typing rests before it counts, in milliseconds. */
const rest = 350

/**
 * A text while it is typed, and what sets it: `commit` hears of it when typing rests, at once with `now`,
 * or when the field is left: what is done next, like clearing all filters, must not be overtaken by it.
 * A value that changes from outside replaces the text, unless the text means the same: `plain` is its meaning.
 */
export function useTyped(
  value: string,
  commit: (text: string) => void,
  plain: (text: string) => string = trimmed,
): [text: string, type: (text: string, now?: 'now') => void, leave: () => void] {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  // What was committed comes back as the value, maybe after the next keys: that is no change from outside.
  const [sent, setSent] = useState<readonly string[]>([])
  if (seen !== value) {
    const echo = sent.indexOf(value)
    setSeen(value)
    setSent(echo < 0 ? [] : sent.slice(echo + 1))
    if (echo < 0 && plain(text) !== value) setText(value)
  }
  const send = (typed: string) => {
    const meaning = plain(typed)
    if (meaning !== value) setSent([...sent, meaning])
    commit(typed.trim())
  }
  const leave = () => {
    const meaning = plain(text)
    if (meaning !== value && meaning !== sent.at(-1)) send(text)
  }
  const settle = useEffectEvent(leave)
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(settle, rest)
    return () => clearTimeout(timer)
  }, [text, value])
  const type = (next: string, now?: 'now') => {
    setText(next)
    if (now) send(next)
  }
  return [text, type, leave]
}

const trimmed = (text: string) => text.trim()

/**
 * Returns the value of an earlier render as long as the new one means the same. MUI's Autocomplete forgets what is
 * being typed as soon as its value is another object.
 */
export function useSteady<Value>(value: Value): Value {
  const [steady, setSteady] = useState(value)
  if (steady === value || JSON.stringify(steady) === JSON.stringify(value)) return steady
  setSteady(value)
  return value
}
