import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

/** One entry of a list that is put in order, and how it is moved. */
export interface Place {
  readonly isFirst: boolean
  readonly isLast: boolean
  /** It is being dragged. */
  readonly isHeld: boolean
  /** The dragged one comes before or after this one if it is let go now. */
  readonly target: 'before' | 'after' | undefined
  up(): void
  down(): void
  /** For the handle: the arrows up and down, Home and End move it as well. */
  onKeyDown(event: KeyboardEvent): void
  onPointerDown(event: PointerEvent): void
}

interface Drag {
  readonly name: string
  readonly to: number
}

/**
 * Puts the names of the list's entries in order, by pointer, keys and buttons. The elements stay where they are until the pointer
 * lets go: a browser takes the pointer from an element that it moves.
 */
export function useArranging(
  list: RefObject<HTMLElement | null>,
  order: readonly string[],
  arrange: (order: string[]) => void,
) {
  const [drag, setDrag] = useState<Drag>()
  const [moved, setMoved] = useState<string>()
  const move = (name: string, to: number) => {
    const from = order.indexOf(name)
    const place = Math.max(0, Math.min(order.length - 1, to))
    if (from === place) return
    setMoved(name)
    arrange(order.toSpliced(from, 1).toSpliced(place, 0, name))
  }
  const hold = (name: string) => {
    const controller = new AbortController()
    const { signal } = controller
    let to = order.indexOf(name)
    const end = (isMeant: boolean) => () => {
      controller.abort()
      setDrag(undefined)
      if (isMeant) move(name, to)
    }
    const follow = ({ clientY }: { clientY: number }) => {
      if (!list.current) return
      scrollNear(list.current, clientY)
      to = placeAt(list.current, clientY)
      setDrag({ name, to })
    }
    setDrag({ name, to })
    window.addEventListener('pointermove', follow, { signal })
    window.addEventListener('pointerup', end(true), { signal })
    window.addEventListener('pointercancel', end(false), { signal })
  }
  const placeOf = (name: string): Place => {
    const index = order.indexOf(name)
    const from = drag ? order.indexOf(drag.name) : -1
    const isTarget = drag !== undefined && drag.to === index && from !== index
    return {
      isFirst: index === 0,
      isLast: index === order.length - 1,
      isHeld: drag?.name === name,
      target: isTarget ? (from < index ? 'after' : 'before') : undefined,
      up: () => move(name, index - 1),
      down: () => move(name, index + 1),
      onKeyDown(event) {
        const places = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: order.length }
        if (!(event.key in places)) return
        event.preventDefault()
        move(name, places[event.key as keyof typeof places])
      },
      onPointerDown(event) {
        if (event.button === 0) hold(name)
      },
    }
  }
  return { placeOf, moved }
}

/** The entry of the list at this height, the first or last one beyond its ends. */
function placeAt(list: HTMLElement, y: number): number {
  const entries = [...list.children]
  const place = entries.findIndex((one) => y < one.getBoundingClientRect().bottom)
  return place < 0 ? entries.length - 1 : place
}

/** Brings what lies beyond an edge into sight while something is dragged to it. */
function scrollNear(list: HTMLElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect()
  if (y < top + 24) list.scrollTop -= 12
  if (y > bottom - 24) list.scrollTop += 12
}
