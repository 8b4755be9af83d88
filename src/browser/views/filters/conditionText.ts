import { fieldOf, kindOf, targetOf, type Field, type FieldOf, type Resource } from '#schema'

import { countryName } from '../../ui/fields/countries.ts'
import { dayText } from '../../ui/fields/dates/dates.tsx'
import { isPeriod } from '../../ui/fields/dates/periods.ts'
import { memoize, numberText, displayLocale, tagOf } from '../../client/i18n/formats.ts'
import { isGone } from '../../client/storage/longFilterStore.ts'
import type { Names, Translate } from '../../client/i18n/texts.ts'
import { isGroup, type Node, type Rule, type Value } from './groups.ts'
import { editorOf } from './operators.ts'
import english from '../../../texts/en/lists.json'

/** What the words of a condition are made with. */
export interface Speaker {
  readonly resource: Resource
  readonly t: Translate<typeof english>
  readonly names: Names
  /** The name of a record of another resource by its id. */
  nameOf(target: string, id: number): string
  /** The label of a field of another resource. */
  fieldNameOf(resource: string, field: string): string
  /** A word of an option list, in the user's language where it is a text of the server. */
  wordOf(list: string | undefined, word: string): string
}

/** Most values that are named; the rest is counted. */
export const valuesNamed = 3

/** A condition or a group as a sentence: `Status: New or Old`. */
export function nodeText(speaker: Speaker, node: Node): string {
  if (!isGroup(node)) return ruleText(speaker, node)
  const parts = node.nodes.map((one) =>
    isGroup(one) && one.nodes.length > 1 ? `(${nodeText(speaker, one)})` : nodeText(speaker, one),
  )
  return list(node.match === 'all' ? 'conjunction' : 'disjunction', parts)
}

function ruleText(speaker: Speaker, rule: Rule): string {
  const { t, names } = speaker
  const { operator } = rule
  const { without, none } = fieldOf(speaker.resource, rule.field)?.options ?? {}
  const field = names.field(rule.field)
  const value = valuesText(speaker, rule)
  const [from = '', to = ''] = rule.values.map((one) => valueText(speaker, rule, one))
  if (operator === 'is_not' && without) return t('condition.is', { field: without, value })
  if (operator === 'empty' && none) return t('condition.is', { field, value: none })
  if (operator === 'period') return t('condition.is', { field, value })
  return t(`condition.${operator}`, { field, value, from, to })
}

function valuesText(speaker: Speaker, rule: Rule): string {
  const shown = rule.values.slice(0, valuesNamed).map((one) => valueText(speaker, rule, one))
  const more = rule.values.length - shown.length
  const rest = more > 0 ? [speaker.t('more_values', { count: more })] : []
  return list('disjunction', [...shown, ...rest])
}

function valueText(
  { resource, t, nameOf, fieldNameOf, wordOf }: Speaker,
  rule: Rule,
  value: Value,
): string {
  const field = fieldOf(resource, rule.field)
  if (isGone(value)) return t('list_gone')
  if (!field) return String(value)
  if (isPeriod(value)) return t(`period.${value}`)
  switch (editorOf({ name: rule.field, field }, rule.operator)) {
    case 'choices':
      return kindOf(field).choices?.(field)[value] ?? String(value)
    case 'countries':
      return countryName(String(value))
    case 'records':
      return nameOf(targetOf(field) ?? '', Number(value))
    case 'day':
      return dayText(String(value))
    case 'yes':
      return String(value) === 'true' ? t('yes') : t('no')
    case 'number':
      return Number.isFinite(Number(value)) ? numberText(Number(value)) : String(value)
    case 'words': {
      const { fieldsOf } = field.options as FieldOf<'words'>['options']
      return fieldsOf ? fieldNameOf(fieldsOf, String(value)) : wordOf(listOf(field), String(value))
    }
    default:
      return String(value)
  }
}

const listOf = (field: Field): string | undefined =>
  (field.options as FieldOf<'text'>['options']).optionList

const list = (type: 'conjunction' | 'disjunction', parts: readonly string[]): string =>
  listFormat(displayLocale().locale, type).format(parts)

const listFormat = memoize(
  (locale: string, type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(tagOf(locale), { type }),
)
