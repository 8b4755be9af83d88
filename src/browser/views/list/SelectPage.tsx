import { useListContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import { useT } from '../../client/i18n/texts.ts'
import { SelectBox } from './SelectBox.tsx'

/** Selects every row of the page, or none of them any more. Those of other pages stay as they are. */
export function SelectPage() {
  const t = useT()
  const { data = [], selectedIds, onSelect } = useListContext<Row>()
  const ids = data.map(({ id }) => id)
  const count = ids.filter((id) => selectedIds.includes(id)).length
  const isAll = ids.length > 0 && count === ids.length
  const others = selectedIds.filter((id) => !ids.includes(id))
  return (
    <SelectBox
      label={t('select_page')}
      isChecked={isAll}
      isPartly={count > 0 && !isAll}
      onToggle={() => onSelect(isAll ? others : [...others, ...ids])}
    />
  )
}
