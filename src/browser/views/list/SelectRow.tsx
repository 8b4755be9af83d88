import { memo } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { recordTitle } from './cells.tsx'
import { SelectBox } from './SelectBox.tsx'
import { useSelected } from './selection.tsx'

interface SelectProps {
  resource: Resource
  record: Row
}

/** Selects one record, in a row or in a card. */
export const SelectRow = memo(function SelectRow({ resource, record }: SelectProps) {
  const [isSelected, toggle] = useSelected(record.id)
  return (
    <SelectBox
      label={useSelectLabel({ resource, record })}
      isChecked={isSelected}
      onToggle={({ shiftKey }) => toggle(record.id, shiftKey)}
    />
  )
})

/** `Choose author #7 Ana Berg`: two records may have one title. */
function useSelectLabel({ resource, record }: SelectProps): string {
  const t = useT()
  const { one } = useNames(resource)
  const number = `#${record.id}`
  const title = recordTitle(resource, record)
  return t('choose_record', {
    one: one.toLowerCase(),
    title: title === number ? title : `${number} ${title}`,
  })
}
