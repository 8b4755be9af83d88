import { kindOf, mayFilter, mayUnmask, type Resource } from '#schema'

import { EmptyFilter } from '../../ui/fields/filters/YesFilter.tsx'
import { filterOf } from '../../../kinds/kinds.filters.browser.ts'
import { useNames } from '../../client/i18n/texts.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { isKeyOf } from '../../client/records/filterValues.ts'
import { useFilters } from '../list/listAddress.ts'
import { useUsed } from './useUsed.ts'

interface FilterProps {
  resource: Resource
  one: NamedField
}

/** What filters a list by one field, with the control of its kind; nothing for a kind that is not filtered by. */
export function FieldFilter(props: FilterProps) {
  const { resource, one } = props
  const isCompared = kindOf(one.field).operators.some(
    (operator) => operator !== 'empty' && mayFilter(resource, one.name, operator),
  )
  return <Controls {...props} Control={isCompared ? filterOf(one.field) : EmptyFilter} />
}

type ControlProps = FilterProps & { Control: ReturnType<typeof filterOf> }

function Controls({ resource, one: { name, field }, Control }: ControlProps) {
  const user = useUser()
  const names = useNames(resource)
  const { values, set } = useFilters()
  const { used, near } = useUsed(resource, name, (key) => isKeyOf(name, key))
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
    <div style={{ display: 'contents' }} {...near}>
      <Control {...props} label={names.field(name)} />
      {without && <Control {...props} name={`${name}_not`} label={without} />}
    </div>
  )
}
