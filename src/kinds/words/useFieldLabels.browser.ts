import type { FieldOf } from '#schema'

import { useNames } from '../../browser/client/i18n/texts.ts'
import { readableFields } from '../../browser/client/records/permitted.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import { useUser } from '../../browser/client/session/user.ts'

type Options = FieldOf<'words'>['options']
export type FieldLabels = Readonly<Record<string, string>>

/** Returns the labels of the fields that words name, by name and in the order of the alphabet. */
export function useFieldLabels({ fieldsOf = '', only }: Options): FieldLabels {
  const target = useResourceNamed(fieldsOf)
  if (!target) throw new Error(`no resource "${fieldsOf}"`)
  const names = useNames(target)
  const user = useUser()
  const offered =
    only ?? readableFields(target, user, Object.keys(target.fields)).map(({ name }) => name)
  const labels = offered
    .map((name) => [name, names.field(name)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
  return Object.fromEntries(labels)
}
