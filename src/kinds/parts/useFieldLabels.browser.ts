import { useTranslate } from 'react-admin'

import { fieldOf } from '#schema'

import { createNames } from '../../browser/client/i18n/texts.ts'
import { readableFields } from '../../browser/client/records/permitted.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import { useUser } from '../../browser/client/session/user.ts'

interface Options {
  readonly fieldsOf?: string | undefined
  readonly only?: readonly string[] | undefined
}

/**
 * Returns the labels of the fields that words name, by name and in the order of the alphabet; none of a resource that the
 * console does not show.
 */
export function useFieldLabels({ fieldsOf = '', only }: Options): Readonly<Record<string, string>> {
  const target = useResourceNamed(fieldsOf)
  const translate = useTranslate()
  const user = useUser()
  if (!target) return {}
  const names = createNames(translate, target)
  const offered =
    only ?? readableFields(target, user, Object.keys(target.fields)).map(({ name }) => name)
  const labels = offered
    .filter((name) => fieldOf(target, name))
    .map((name) => [name, names.field(name)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
  return Object.fromEntries(labels)
}
