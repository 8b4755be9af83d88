import Checkbox from '@mui/material/Checkbox'
import { memo, type MouseEvent } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../fields/display.ts'
import { useNames, useText } from '../words.ts'
import { recordTitle } from './cells.tsx'
import { useSelected } from './selection.tsx'

interface SelectProps {
  resource: Resource
  record: Row
  size?: 'small' | 'medium'
}

/** Selects one record, in a row or in a card. */
export const SelectRow = memo(function SelectRow({ size = 'medium', ...props }: SelectProps) {
  const { record } = props
  const [isSelected, toggle] = useSelected(record.id)
  const label = useSelectLabel(props)
  const select = (event: MouseEvent) => {
    event.stopPropagation()
    toggle(record.id, event.shiftKey)
  }
  return (
    <Checkbox
      size={size}
      color="primary"
      checked={isSelected}
      onClick={select}
      slotProps={{ input: { 'aria-label': label } }}
    />
  )
})

/** `Choose lead #7 Ana Berg`: two records may have one title. */
function useSelectLabel({ resource, record }: Omit<SelectProps, 'size'>): string {
  const say = useText()
  const { one } = useNames(resource)
  const number = `#${record.id}`
  const title = recordTitle(resource, record)
  return say('choose_record', 'Choose %{one} %{title}', {
    one: one.toLowerCase(),
    title: title === number ? title : `${number} ${title}`,
  })
}
