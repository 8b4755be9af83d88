import type { FieldOf, Resource } from '#schema'

import { useNames } from '../../browser/client/i18n/texts.ts'
import { readableFields } from '../../browser/client/records/permitted.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import { useUser } from '../../browser/client/session/user.ts'
import { ManyOf, UsedFilter, type FilterProps } from '../../browser/ui/fields/operandFilters.tsx'

type Props = FilterProps<FieldOf<'words'>>

/** Any of the words that there are; of names of fields, any field that the user may know. */
export function WordsKindFilter({ field, ...props }: Props) {
  const target = useResourceNamed(field.options.fieldsOf ?? '')
  if (!target) return <UsedFilter {...props} field={field} />
  return <FieldsFilter {...props} target={target} />
}

function FieldsFilter({ target, ...props }: Omit<Props, 'field'> & { target: Resource }) {
  const names = useNames(target)
  const fields = readableFields(target, useUser(), Object.keys(target.fields))
  const labels = fields
    .map(({ name }) => [name, names.field(name)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
  return <ManyOf {...props} labels={Object.fromEntries(labels)} />
}
