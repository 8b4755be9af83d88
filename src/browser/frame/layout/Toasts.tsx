import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin'

import { useHold, useTimer } from '../../ui/useTimer.ts'

/** Specification 9. */
const shownFor = 3000

/** Short messages, each for three seconds; what is on the screen already is not said twice. */
export function Toasts() {
  const { notifications, setNotifications } = useNotificationContext()
  const isFirst = (one: NotificationPayload, index: number) =>
    notifications.findIndex(({ message }) => message === one.message) === index
  const shown = notifications.filter(isFirst)
  const dismiss = ({ message }: NotificationPayload) =>
    setNotifications((all) => all.filter((one) => one.message !== message))
  const keys = shown.map(({ message }) => keyOf(message))
  const [box, place] = usePlace(keys.join(' '))
  return (
    <Box
      ref={box}
      role="status"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        display: 'grid',
        gap: 1,
        justifyItems: 'start',
        '& button': { pointerEvents: 'auto' },
      }}
      style={place}
    >
      {shown.map((toast, index) => (
        <Toast key={keys[index]} toast={toast} onDone={() => dismiss(toast)} />
      ))}
    </Box>
  )
}

const numbers = new WeakMap<object, number>()
let last = 0

/** Messages with a button in them are elements, of which no two are the same. */
function keyOf(message: NotificationPayload['message']): string {
  if (typeof message !== 'object' || message === null) return String(message)
  const number = numbers.get(message) ?? (last += 1)
  numbers.set(message, number)
  return `element ${number}`
}

/** Pixels to the edges of the page's main part, and at most from edge to edge. */
const margin = 16
const widest = 480

/** Width of the end of a message where its button to close stands. */
const closing = 60

/** What is said when a dialog closes is placed again when the dialog is gone, after so many milliseconds. */
const settled = 100

/** Where messages stand while they are these: at the start of the page's main part, over nothing that can be pressed. */
function usePlace(shown: string) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>({
    bottom: margin,
    insetInlineStart: margin,
    maxWidth: widest,
  })
  useLayoutEffect(() => {
    if (!shown) return undefined
    const measure = () => box.current && setPlace(placeOf(box.current))
    measure()
    const timer = setTimeout(measure, settled)
    return () => clearTimeout(timer)
  }, [shown])
  return [box, place] as const
}

function placeOf(element: HTMLElement) {
  const main = document.querySelector('main')?.getBoundingClientRect()
  const { left = 0, right = window.innerWidth } = main ?? {}
  const isMirrored = getComputedStyle(element).direction === 'rtl'
  const maxWidth = Math.min(widest, right - left - 2 * margin)
  const from = isMirrored ? right - margin - maxWidth : left + margin
  const { height } = element.getBoundingClientRect()
  const box = { left: from, right: from + maxWidth, height }
  const end = isMirrored
    ? { ...box, right: from + closing }
    : { ...box, left: from + maxWidth - closing }
  const { bottom, isOver } = freePlace(element, box, end, margin)
  return {
    bottom,
    insetInlineStart: (isMirrored ? window.innerWidth - right : left) + margin,
    maxWidth,
    pointerEvents: isOver ? ('none' as const) : undefined,
  }
}

interface ToastProps {
  toast: NotificationPayload
  onDone: () => void
}

/** Who points at it, or is in it with the keyboard, reads on. */
function Toast({ toast, onDone }: ToastProps) {
  const translate = useTranslate()
  const { message, type, notificationOptions } = toast
  const [isHeld, hold] = useHold()
  useTimer(shownFor, isHeld, onDone)
  const text =
    typeof message === 'string'
      ? translate(message, { ...notificationOptions?.messageArgs, _: message })
      : message
  return (
    <Alert
      severity={type}
      variant="filled"
      onClose={onDone}
      sx={{ boxShadow: 6, overflowWrap: 'anywhere' }}
      {...hold}
    >
      {text}
    </Alert>
  )
}

/** A size, and where it stands from left to right, in pixels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly height: number
}

/** What a person may press or type into; what is hidden behind a dialog is no hindrance. */
const controls =
  'a[href], button, input, textarea, select, [role=combobox], [role=menuitem], [role=option], [role=tab]'

/** Pixels between what floats and what is around it. */
const gap = 4

/** Where something that floats may stand. */
export interface Place {
  /** Pixels above the lower edge of the window. */
  readonly bottom: number
  /** It stands over something that can be pressed, which must be reached through it. */
  readonly isOver: boolean
}

/**
 * Returns the lowest place in the lower two thirds of the window where an element of the size `box` stands over nothing
 * that can be pressed. Where there is none, at least its own buttons, within `end`, stand over nothing.
 */
export function freePlace(element: HTMLElement, box: Box, end: Box, lowest: number): Place {
  const free = placeOver(element, box, lowest)
  const bottom = free ?? placeOver(element, end, lowest) ?? lowest
  return { bottom, isOver: free === undefined }
}

function placeOver(floating: Element, box: Box, lowest: number): number | undefined {
  const { innerHeight } = window
  const taken = [...document.querySelectorAll<HTMLElement>(controls)]
    .map((one) => ({ one, rect: one.getBoundingClientRect() }))
    .filter(({ rect }) => rect.left < box.right + gap && rect.right > box.left - gap)
    .filter(({ one, rect }) => !floating.contains(one) && isSeen(one, rect, floating))
    .map(({ rect }) => rect)
    .sort((one, other) => other.bottom - one.bottom)
  let bottom = innerHeight - lowest
  for (const { top, bottom: end } of taken) {
    if (end + gap <= bottom - box.height || top - gap >= bottom) continue
    bottom = top - gap
  }
  return bottom - box.height > innerHeight / 3 ? innerHeight - bottom : undefined
}

/** Whether it can be pressed where it stands: not cut off by what scrolls, nor covered by something else. */
function isSeen(
  element: HTMLElement,
  { left, top, width, height }: DOMRect,
  floating: Element,
): boolean {
  if (width === 0 || height === 0 || element.closest('[aria-hidden=true], [inert]')) return false
  const [x, y] = [left + width / 2, top + height / 2]
  if (y < 0 || y > window.innerHeight) return false
  const found = document.elementsFromPoint(x, y).find((one) => !floating.contains(one))
  return found !== undefined && (element.contains(found) || found.contains(element))
}
