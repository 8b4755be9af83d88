import Dialog, { type DialogProps } from '@mui/material/Dialog'
import { useState } from 'react'

import { Closable } from './states/lazyDialog.tsx'
import { closeDialog, DialogContext, type Guarded } from './unsaved.ts'

/** A dialog that asks before Escape or a click beside it throws away what was typed in it (`useUnsaved`). */
export function GuardedDialog({ onClose, children, ...props }: DialogProps) {
  const [typedInside] = useState(() => new Set<Guarded>())
  return (
    <DialogContext.Provider value={typedInside}>
      <Dialog
        {...props}
        onClose={(event, reason) => closeDialog(typedInside, () => onClose?.(event, reason))}
      >
        <Closable onClose={() => onClose?.({}, 'escapeKeyDown')}>{children}</Closable>
      </Dialog>
    </DialogContext.Provider>
  )
}
