import { fireEvent } from '@testing-library/react'

/** Moves the mouse over an element that lets it through to what is below: the page alone is told. */
export function pointAt(element: HTMLElement): void {
  element.getBoundingClientRect = () => new DOMRect(0, 0, 300, 48)
  fireEvent.mouseMove(document, { clientX: 150, clientY: 24 })
}

/** Moves the mouse to where nothing is. */
export const pointAway = () => fireEvent.mouseMove(document, { clientX: 700, clientY: 700 })
