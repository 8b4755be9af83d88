import Checkbox from '@mui/material/Checkbox'
import { memo, type MouseEvent } from 'react'
import {
  useDataTableCallbacksContext,
  useDataTableSelectedIdsContext,
  type RaRecord,
} from 'react-admin'

import { useText } from '../words.ts'

/** Chooses one row. react-admin's own box names the span around the input, where no screen reader looks. */
export const SelectRow = memo(function SelectRow({ id }: { id: RaRecord['id'] }) {
  const say = useText()
  const chosen = useDataTableSelectedIdsContext()
  const { handleToggleItem } = useDataTableCallbacksContext()
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    // The click is handed on for its shift key, which chooses a range.
    handleToggleItem?.(id, event as never)
  }
  return (
    <Checkbox
      color="primary"
      checked={chosen?.includes(id) ?? false}
      onClick={toggle}
      slotProps={{ input: { 'aria-label': say('choose_row', 'Choose this row') } }}
    />
  )
})
