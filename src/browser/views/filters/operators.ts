import {
  fieldOf,
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
import type { Say } from '../../client/i18n/texts.ts'
import type { OperatorName } from './groups.ts'

export function editorOf({ name, field }: NamedField, operator: OperatorName): Editor {
  const isOne = operator !== 'is' && operator !== 'is_not'
  const editor = name === 'id' ? 'ids' : (browserKindOf(field).editor ?? 'text')
  if (!isOne) return editor
  return editor === 'addresses' || editor === 'phones'
    ? 'text'
    : editor === 'ids'
      ? 'number'
      : editor
}

export const takesMany = (editor: Editor): boolean =>
  ['choices', 'countries', 'records', 'addresses', 'phones', 'ids'].includes(editor)

/** The fields that a condition may be about, for this user. */
export function filterableFields(resource: Resource, user: User): NamedField[] {
  const names = ['id', ...Object.keys(resource.fields), ...Object.keys(systemFields).slice(1)]
  return names.flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!field || !mayRead(user, field)) return []
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
  ]
  return offered.filter(([, isOffered]) => isOffered).map(([operator]) => operator)
}

export function operatorWord(say: Say, operator: OperatorName, editor: Editor): string {
  const many = takesMany(editor)
  const words: Readonly<Record<OperatorName, string>> = {
    contains: say('operator.contains', 'contains'),
    period: say('operator.period', 'is in'),
    is: many ? say('operator.is_any', 'is any of') : say('operator.is', 'is'),
    is_not: many ? say('operator.is_none', 'is none of') : say('operator.is_not', 'is not'),
    from: say('operator.from', 'is from'),
    to: say('operator.to', 'is up to'),
    between: say('operator.between', 'is between'),
    empty: say('operator.empty', 'is empty'),
    not_empty: say('operator.not_empty', 'is not empty'),
  }
  return words[operator]
}
