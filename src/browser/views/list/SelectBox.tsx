import type { MouseEvent } from 'react'

interface BoxProps {
  label: string
  isChecked: boolean
  /** Some of what it stands for is selected, and not all. */
  isPartly?: boolean
  onToggle(event: MouseEvent): void
}

/** A box that selects rows (`controlStyle`). */
export function SelectBox({ label, isChecked, isPartly = false, onToggle }: BoxProps) {
  return (
    <input
      type="checkbox"
      className="row-box"
      aria-label={label}
      checked={isChecked}
      // A click tells of the shift key, a change does not.
      onChange={nothing}
      onClick={onToggle}
      ref={(input) => {
        if (input) input.indeterminate = isPartly
      }}
    />
  )
}

const nothing = () => {}
