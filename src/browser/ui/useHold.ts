import { useState, type FocusEvent } from 'react'

/** Whether the mouse or the focus is on something that goes by itself, and the props that tell. */
export function useHold() {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const hold = {
    // Of a finger only while it presses.
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  }
  return [isPointed || isFocused, hold] as const
}
