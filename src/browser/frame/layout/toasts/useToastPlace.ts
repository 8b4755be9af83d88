import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react'

import { freePlace } from './freePlace.ts'

/** Pixels to the edges of the page's main part, and at most from edge to edge. */
const margin = 16

const widest = 480

/** So many milliseconds after the last change of the page, as when a dialog is gone or rows come anew, it is placed again. */
const settledMs = 100

/** Where messages stand while they are these: at the start of the page's main part, over nothing that can be pressed. */
export function useToastPlace(shown: string) {
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
    let timer = setTimeout(measure, settledMs)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, settledMs)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [shown])
  return [box, place] as const
}

function placeOf(element: HTMLElement) {
  const main = document.querySelector('main')?.getBoundingClientRect()
  const { left = 0, right = window.innerWidth } = main ?? {}
  const isMirrored = getComputedStyle(element).direction === 'rtl'
  const maxWidth = Math.min(widest, right - left - 2 * margin)
  const from = isMirrored ? right - margin - maxWidth : left + margin
  const now = element.getBoundingClientRect()
  const box = { left: from, right: from + maxWidth, height: now.height }
  // It stands at its start, wherever it is now.
  const across = isMirrored ? box.right - now.right : box.left - now.left
  const buttons = [...element.querySelectorAll('button')].map((one) => {
    const { left: start, right: end, top, bottom: low } = one.getBoundingClientRect()
    return { left: start + across, right: end + across, top: top - now.top, bottom: low - now.top }
  })
  const { bottom, isOver } = freePlace(element, box, buttons, margin)
  return {
    bottom,
    insetInlineStart: (isMirrored ? window.innerWidth - right : left) + margin,
    maxWidth,
    pointerEvents: isOver ? ('none' as const) : undefined,
  }
}
