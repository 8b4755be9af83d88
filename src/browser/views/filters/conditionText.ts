import { fieldOf, kindOf, targetOf, type Resource } from '#schema'

import { countryName } from '../../ui/fields/countries.ts'
import { dayText } from '../../ui/fields/dates.ts'
import { isPeriod, periodWords } from '../../ui/fields/periods.ts'
import { kept, numberText, reader, tagOf } from '../../client/i18n/formats.ts'
import { isGone } from '../../client/storage/keptLists.ts'
import type { Names, Say } from '../../client/i18n/texts.ts'
import { isGroup, type Node, type Rule, type Value } from './groups.ts'
import { editorOf } from './operators.ts'

/** What the words of a condition are made with. */
export interface Speaker {
  readonly resource: Resource
  readonly say: Say
  readonly names: Names
  /** The name of a record of another resource by its id. */
  nameOf(target: string, id: number): string
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

export function ruleText(speaker: Speaker, rule: Rule): string {
  const { say, names } = speaker
  const field = names.field(rule.field)
  const value = valuesText(speaker, rule)
  const [from = '', to = ''] = rule.values.map((one) => valueText(speaker, rule, one))
  switch (rule.operator) {
    case 'contains':
      return say('condition.contains', '%{field} contains “%{value}”', { field, value })
    case 'period':
    case 'is':
      return say('condition.is', '%{field}: %{value}', { field, value })
    case 'is_not':
      return say('condition.is_not', '%{field}: not %{value}', { field, value })
    case 'from':
      return say('condition.from', '%{field} from %{value}', { field, value })
    case 'to':
      return say('condition.to', '%{field} up to %{value}', { field, value })
    case 'between':
      return say('condition.between', '%{field} from %{from} to %{to}', { field, from, to })
    case 'empty':
      return say('condition.empty', '%{field} is empty', { field })
    case 'not_empty':
      return say('condition.not_empty', '%{field} is not empty', { field })
  }
}

function valuesText(speaker: Speaker, rule: Rule): string {
  const shown = rule.values.slice(0, valuesNamed).map((one) => valueText(speaker, rule, one))
  const more = rule.values.length - shown.length
  const rest = more > 0 ? [speaker.say('more_values', '%{count} more', { count: more })] : []
  return list('disjunction', [...shown, ...rest])
}

function valueText({ resource, say, nameOf }: Speaker, rule: Rule, value: Value): string {
  const field = fieldOf(resource, rule.field)
  if (isGone(value)) return say('list_gone', 'a list that is gone')
  if (!field) return String(value)
  if (isPeriod(value)) return periodWords(say)[value]
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
      return String(value) === 'true' ? say('yes', 'Yes') : say('no', 'No')
    case 'number':
      return Number.isFinite(Number(value)) ? numberText(Number(value)) : String(value)
    default:
      return String(value)
  }
}

const list = (type: 'conjunction' | 'disjunction', parts: readonly string[]): string =>
  listFormat(reader().locale, type).format(parts)

const listFormat = kept(
  (locale: string, type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(tagOf(locale), { type }),
)
