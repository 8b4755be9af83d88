import Checkbox from '@mui/material/Checkbox'
import { useListContext } from 'react-admin'

import type { Row } from '../../fields/display.ts'
import { useText } from '../words.ts'

/** Selects every row of the page, or none of them any more. Those of other pages stay as they are. */
export function SelectPage() {
  const say = useText()
  const { data = [], selectedIds, onSelect } = useListContext<Row>()
  const ids = data.map(({ id }) => id)
  const count = ids.filter((id) => selectedIds.includes(id)).length
  const isAll = ids.length > 0 && count === ids.length
  const others = selectedIds.filter((id) => !ids.includes(id))
  return (
    <Checkbox
      color="primary"
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => onSelect(isAll ? others : [...others, ...ids])}
      slotProps={{
        input: {
          'aria-label': say('select_page', 'Select all on this page'),
          // MUI only draws it so; what reads the page aloud asks the element.
          ref: (input: HTMLInputElement | null) => {
            if (input) input.indeterminate = count > 0 && !isAll
          },
        },
      }}
    />
  )
}
