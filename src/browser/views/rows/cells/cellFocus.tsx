import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'

import type { CellTarget } from './hearCells.ts'

export function FirstFocus({ children }: { children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The popover takes the focus when it opens; the input takes it from there.
    const timer = setTimeout(() => {
      const input = box.current?.querySelector<HTMLElement>(
        'input:not([type=color], [aria-hidden]), textarea, [role=combobox]',
      )
      input?.focus()
      if (input instanceof HTMLInputElement && input.type !== 'checkbox') input.select()
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box ref={box} sx={{ flex: 1, minWidth: 0 }}>
      {children}
    </Box>
  )
}

/** Back to the cell, also when the list has drawn it anew. */
export function focusCell(anchor: HTMLElement, { id, name }: CellTarget): void {
  const selector = `[data-inline="${name}"][data-record="${id}"] [data-edit]`
  setTimeout(() => {
    const cell = anchor.isConnected ? anchor.querySelector<HTMLElement>('[data-edit]') : null
    ;(cell ?? document.querySelector<HTMLElement>(selector))?.focus()
  })
}
