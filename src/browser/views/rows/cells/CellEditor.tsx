import Popover, { type PopoverActions } from '@mui/material/Popover'
import { useRef } from 'react'

import { fieldOf, isMasked, type Resource } from '#schema'

import { useNames, useT } from '../../../client/i18n/texts.ts'
import type { Row } from '../../../client/records/row.ts'
import type { FormField } from '../../forms/values/formSections.ts'
import { recordTitle } from './cells.tsx'
import type { CellTarget } from './hearCells.ts'
import { focusCell } from './cellFocus.tsx'
import { CellForm } from './CellForm.tsx'
import english from '../../../../texts/en/lists.json'

interface EditorProps extends CellTarget {
  resource: Resource
  record: Row
  onClose(): void
}

/** The input of one cell, over the cell. Enter saves a line, Ctrl and Enter a text; Escape leaves the value as it was. */
export function CellEditor(props: EditorProps) {
  const { resource, name, record, anchor, onClose } = props
  const t = useT(english)
  const names = useNames(resource)
  const field = fieldOf(resource, name)
  const form = useRef<HTMLDivElement>(null)
  const popover = useRef<PopoverActions>(null)
  const close = () => {
    onClose()
    focusCell(anchor, props)
  }
  if (!field) return null
  const one: FormField = { name, field, isWritable: true, isBlind: isMasked(field) }
  const submit = () => form.current?.querySelector('form')?.requestSubmit()
  const label = t('edit_cell', { field: names.field(name), title: recordTitle(resource, record) })
  return (
    <Popover
      open
      action={popover}
      anchorEl={anchor}
      transitionDuration={0}
      disableRestoreFocus
      onClose={(_event, reason) => (reason === 'backdropClick' ? submit() : close())}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          sx: {
            p: 1,
            border: 1,
            borderColor: 'divider',
            minWidth: Math.max(260, anchor.offsetWidth),
            maxWidth: 'min(480px, 100vw - 32px)',
          },
        },
      }}
    >
      <div ref={form}>
        <CellForm
          {...{ resource, record, one, close, submit }}
          onGrown={() => popover.current?.updatePosition()}
        />
      </div>
    </Popover>
  )
}
