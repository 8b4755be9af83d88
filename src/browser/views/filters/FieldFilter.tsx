import { useState } from 'react'

import { countedFilters, mayFilter, mayUnmask, type Resource } from '#schema'

import { filterOf } from '../../../kinds/kinds.filters.browser.ts'
import { useNames } from '../../client/i18n/texts.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/session.ts'
import { isKeyOf } from '../../client/records/filterValues.ts'
import { useFilters } from '../list/filters.ts'
import { useListFixed } from '../list/listState.tsx'
import { useCounts } from '../list/useCounts.ts'

interface FilterProps {
  resource: Resource
  one: NamedField
}

/** What filters a list by one field, with the control of its kind; nothing for a kind that is not filtered by. */
export const FieldFilter = (props: FilterProps) => (
  <Controls {...props} Control={filterOf(props.one.field)} />
)

/** Which values the records have that the list shows; asked for when somebody comes near the control. */
function useUsed(resource: Resource, name: string, isNear: boolean) {
  const fixed = useListFixed()
  const others = Object.entries(useFilters().values).filter(([key]) => !isKeyOf(name, key))
  return useCounts(resource, {
    path: `values/search?of=${name}`,
    filter: { ...Object.fromEntries(others), ...fixed },
    isWanted: isNear && countedFilters(resource).includes(name),
  })
}

type ControlProps = FilterProps & { Control: ReturnType<typeof filterOf> }

function Controls({ resource, one: { name, field }, Control }: ControlProps) {
  const user = useUser()
  const names = useNames(resource)
  const { values, set } = useFilters()
  const [isNear, setNear] = useState(false)
  const used = useUsed(resource, name, isNear)
  if (!Control) return null
  const props = {
    field,
    name,
    values,
    set,
    isMasked: !mayUnmask(user, field),
    isWhole: !mayFilter(resource, name, 'contains'),
    ...(used && { used }),
  }
  const { without } = field.options
  return (
    <div
      style={{ display: 'contents' }}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    >
      <Control {...props} label={names.field(name)} />
      {without && <Control {...props} name={`${name}_not`} label={without} />}
    </div>
  )
}
