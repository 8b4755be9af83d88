import {
  fieldOf,
  isKnown,
  kindOf,
  mayFilter,
  mayRead,
  mayUnmask,
  systemFields,
  type Operator,
  type Resource,
  type User,
} from '#schema'

import type { Editor } from '../../../kinds/kind.browser.ts'
import { browserKindOf } from '../../../kinds/kinds.browser.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import type { Translate } from '../../client/i18n/texts.ts'
import type { OperatorName } from './groups.ts'
import english from '../../../texts/en/lists.json'

export function editorOf({ name, field }: NamedField, operator: OperatorName): Editor {
  const isOne = !['is', 'is_not', 'below'].includes(operator)
  const plain = kindOf(field).isShared?.(field) ? 'words' : 'text'
  const editor = name === 'id' ? 'ids' : (browserKindOf(field).editor ?? plain)
  if (!isOne) return editor
  return editor === 'addresses' || editor === 'phones' || editor === 'words'
    ? 'text'
    : editor === 'ids'
      ? 'number'
      : editor
}

const takesMany = (editor: Editor): boolean =>
  ['choices', 'words', 'countries', 'records', 'addresses', 'phones', 'ids'].includes(editor)

/** The fields that a condition may be about, for this user. */
export function filterableFields(resource: Resource, user: User): NamedField[] {
  const reached = (resource.filters ?? []).filter((name) => name.includes('.'))
  const own = ['id', ...Object.keys(resource.fields), ...Object.keys(systemFields).slice(1)]
  const names = [...own, ...reached]
  return names.flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!field || !mayRead(user, field) || !isKnown(resource, name)) return []
    return operatorsFor(resource, user, { name, field }).length > 0 ? [{ name, field }] : []
  })
}

/** How a field may be compared here: the same answer as `parseQuery` on the server. */
export function operatorsFor(
  resource: Resource,
  user: User,
  { name, field }: NamedField,
): OperatorName[] {
  const kind = kindOf(field)
  const isFree = mayUnmask(user, field)
  const may = (operator: Operator) =>
    mayFilter(resource, name, operator) && (isFree || operator === 'empty')
  const hasDays = kind.period !== undefined
  const mayBeEmpty = field.options.optional === true || kind.column(field) === null
  const offered: readonly [OperatorName, boolean][] = [
    ['contains', may('contains')],
    ['period', hasDays && may('range')],
    ['is', may(hasDays ? 'range' : 'equals')],
    ['is_not', !hasDays && !kind.isYesOrNo && may('equals')],
    ['from', may('range')],
    ['to', may('range')],
    ['between', may('range')],
    ['empty', mayBeEmpty && may('empty')],
    ['not_empty', mayBeEmpty && may('empty')],
    ['below', may('below')],
  ]
  return offered.filter(([, isOffered]) => isOffered).map(([operator]) => operator)
}

export function operatorWord(
  t: Translate<typeof english>,
  operator: OperatorName,
  editor: Editor,
): string {
  const isMany = takesMany(editor)
  if (isMany && operator === 'is') return t('operator.is_any')
  return isMany && operator === 'is_not' ? t('operator.is_none') : t(`operator.${operator}`)
}
