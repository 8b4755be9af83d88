/** A size, and where it stands from left to right, in pixels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly height: number
}

/** A part of what floats: where it stands in the window from left to right, and how far below the upper edge of the whole. */
export interface Part {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** What a person may press or type into; what is hidden behind a dialog is no hindrance. */
const controls =
  'a[href], button, input, textarea, select, [role=combobox], [role=menuitem], [role=option], [role=tab]'

/** What says which dialog asks. */
const titles = '.MuiDialogTitle-root'

/** Pixels between what floats and what is around it. */
const gap = 4

/**
 * Returns the lowest place in the lower two thirds of the window where an element of the size `box` stands over nothing
 * that can be pressed, and over no title of a dialog. Where there is none, at least its own buttons stand over nothing, or over
 * the middle of nothing, over no title either as far as that goes. `bottom` are pixels above the lower edge of the window; what
 * `isOver` something that can be pressed lets it be reached through itself.
 */
export function freePlace(
  element: HTMLElement,
  box: Box,
  buttons: readonly Part[],
  lowest: number,
): { bottom: number; isOver: boolean } {
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .map((one) => ({ one, rect: one.getBoundingClientRect() }))
      .filter(({ one, rect }) => !element.contains(one) && isSeen(one, rect, element))
      .map(({ rect }) => rect)
  const taken = seen(controls)
  const whole = { ...box, top: 0, bottom: box.height }
  const overTitles = { rects: seen(titles), parts: [whole] }
  const free = placeOver([overTitles, { rects: taken, parts: [whole] }], box, lowest)
  if (free !== undefined) return { bottom: free, isOver: false }
  const middles = taken.map(
    ({ left, top, width, height }) => new DOMRect(left + width / 2, top + height / 2, 0, 0),
  )
  const over = [[overTitles], []].flatMap((kept) =>
    [taken, middles].map((rects) => placeOver([...kept, { rects, parts: buttons }], box, lowest)),
  )
  return { bottom: over.find((one) => one !== undefined) ?? lowest, isOver: true }
}

/** What no part of what floats may stand over. */
interface KeptFree {
  readonly rects: readonly DOMRect[]
  readonly parts: readonly Part[]
}

/** Goes up from the lower edge of the window, each time past what a part stands over. */
function placeOver(kept: readonly KeptFree[], { height }: Box, lowest: number): number | undefined {
  const { innerHeight } = window
  let upper = innerHeight - lowest - height
  while (upper > innerHeight / 3) {
    const past = kept.flatMap(({ rects, parts }) =>
      parts.flatMap((part) =>
        rects
          .filter((rect) => isUnder(rect, part, upper))
          .map(({ top }) => top - gap - part.bottom),
      ),
    )
    if (past.length === 0) return innerHeight - upper - height
    upper = Math.max(...past)
  }
  return undefined
}

const isUnder = (rect: DOMRect, { left, right, top, bottom }: Part, upper: number): boolean =>
  rect.left < right + gap &&
  rect.right > left - gap &&
  rect.top - gap < upper + bottom &&
  rect.bottom + gap > upper + top

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
