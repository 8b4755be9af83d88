import Button, { type ButtonProps } from '@mui/material/Button'
import type { MouseEvent } from 'react'

interface SteadyProps extends Omit<ButtonProps, 'disabled'> {
  /** It does nothing for now. */
  isOff: boolean
}

/** A button that keeps the focus while it does nothing: said to be disabled and dimmed, for a disabled one would lose it. */
export function SteadyButton({ isOff, onClick, ...props }: SteadyProps) {
  const onSteadyClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) event.preventDefault()
    else onClick?.(event)
  }
  return <Button {...props} aria-disabled={isOff} onClick={onSteadyClick} />
}
