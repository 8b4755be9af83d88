import Fade, { type FadeProps } from '@mui/material/Fade'
import Slide, { type SlideProps } from '@mui/material/Slide'
import { useState } from 'react'

// One that is on its way out is hidden already.
const dialogs = '[role=dialog]:not([aria-hidden=true] *)'

/**
 * Where menus, choices and hints stand: in the dialog that lies over the page, else in its main part, so that those who
 * move by landmarks find them. The body, where there is neither.
 */
export const overlayHome = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1) ??
  document.querySelector('main') ??
  document.body

/** Milliseconds: 500 when a modal appears for the first time, 300 when it comes again, and no time to leave. */
const first = { appear: 500, enter: 500, exit: 0 }
const again = { appear: 500, enter: 300, exit: 0 }

/** How dialogs, and what darkens the page behind a modal, come and go. */
export function ModalFade(props: FadeProps) {
  return <Fade {...props} {...useTimes(props)} />
}

/** How drawers come and go; also one that is open from the start comes sliding. */
export function ModalSlide(props: SlideProps) {
  return <Slide {...props} {...useTimes(props)} appear />
}

/** MUI hands the time of `enter` to the style sheet, whether something appears or comes again. */
function useTimes({ timeout, onExited }: Pick<FadeProps, 'timeout' | 'onExited'>) {
  const [times, setTimes] = useState(first)
  return {
    // Who asks for no movement at all gets none.
    timeout: timeout === 0 ? 0 : times,
    onExited(node: HTMLElement) {
      setTimes(again)
      onExited?.(node)
    },
  }
}
