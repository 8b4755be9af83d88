import { fireEvent } from '@testing-library/react'

/** Adds letter after letter, all in one turn: no timer of the page ends between two of them. */
export function typeAtOnce(box: HTMLElement, text: string): void {
  let { value } = box as HTMLInputElement
  for (const letter of text) fireEvent.change(box, { target: { value: (value += letter) } })
}
