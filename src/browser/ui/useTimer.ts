import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react'

/** Least time that is left when a timer goes on, in milliseconds: enough to see that something will go. */
const minLeftMs = 1000

/** Calls back once when the time has passed, in milliseconds. It stands still while it is held. */
export function useTimer(time: number, isHeld: boolean, onEnd: () => void): void {
  const left = useRef(time)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isHeld) return undefined
    const began = Date.now()
    const timer = setTimeout(end, left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(Math.min(minLeftMs, time), left.current - (Date.now() - began))
    }
  }, [time, isHeld])
}

/**
 * Whether the mouse or the focus is on something that goes by itself, and the props that tell. The mouse counts by where it
 * is on the page, as a message may let it through to what it stands over.
 */
export function useHold() {
  const box = useRef<HTMLDivElement>(null)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const look = ({ x, y }: MouseEvent) => {
      const { left, right, top, bottom } = box.current?.getBoundingClientRect() ?? new DOMRect()
      setPointed(x > left && x < right && y > top && y < bottom)
    }
    document.addEventListener('mousemove', look)
    return () => document.removeEventListener('mousemove', look)
  }, [])
  const hold = {
    ref: box,
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      setFocused(currentTarget.contains(relatedTarget)),
  }
  return [isPointed || isFocused, hold] as const
}
