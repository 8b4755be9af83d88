import { useEffect, useEffectEvent, useState } from 'react'

/** How long typing rests before it counts, in milliseconds. */
const rest = 350

/**
 * A text while it is typed, and what sets it: `commit` hears of it when typing rests, or at once with `now`.
 * A value that changes from outside replaces the text, unless the text means the same: `plain` is its meaning.
 */
export function useTyped(
  value: string,
  commit: (text: string) => void,
  plain: (text: string) => string = trimmed,
): [text: string, type: (text: string, now?: 'now') => void] {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    if (plain(text) !== value) setText(value)
  }
  const settle = useEffectEvent(() => {
    if (plain(text) !== value) commit(text.trim())
  })
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(settle, rest)
    return () => clearTimeout(timer)
  }, [text, value])
  const type = (next: string, now?: 'now') => {
    setText(next)
    if (now) commit(next.trim())
  }
  return [text, type]
}

const trimmed = (text: string) => text.trim()
