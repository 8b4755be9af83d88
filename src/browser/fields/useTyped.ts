import { useEffect, useEffectEvent, useState } from 'react'

/** How long typing rests before it counts, in milliseconds. */
const rest = 350

/**
 * A text while it is typed, and what sets it: `commit` hears of it when typing rests, or at once with `now`.
 * A value that changes from outside replaces the text.
 */
export function useTyped(
  value: string,
  commit: (text: string) => void,
): [text: string, type: (text: string, now?: 'now') => void] {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  const settle = useEffectEvent(() => commit(text.trim()))
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(settle, rest)
    return () => clearTimeout(timer)
  }, [text, value])
  const type = (next: string, now?: 'now') => {
    setText(next)
    if (now) commit(next.trim())
  }
  return [text, type]
}
