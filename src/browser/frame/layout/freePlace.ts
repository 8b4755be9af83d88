import Box from '@mui/material/Box'

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
export interface FreePlace {
  /** Pixels above the lower edge of the window. */
  readonly bottom: number
  /** It stands over something that can be pressed, which must be reached through it. */
  readonly isOver: boolean
}

/**
 * Returns the lowest place in the lower two thirds of the window where an element of the size `box` stands over nothing
 * that can be pressed. Where there is none, at least its own buttons, within `end`, stand over nothing.
 */
export function freePlace(element: HTMLElement, box: Box, end: Box, lowest: number): FreePlace {
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
