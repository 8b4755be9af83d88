import { can, fieldOf, mayRead, ownValue, type Rule, type User } from '../access.ts'
import type { Field } from '../../kinds/field.ts'
import type { Filter } from './filter.ts'
import type { ActionDeclaration } from '../actions.ts'
import type { Resource } from '../resource.ts'
import type { ShowLayout } from '../fields/fieldNames.ts'
import type { Related } from '../related.ts'
import { cardRule, type DeclaredSum, type DeclaredCard } from '../cards.ts'
import { kindOf } from '../../kinds/kinds.ts'

/** Who may act; the answer is a filter where it depends on the record. */
export const actionRule = ({ permission }: Pick<ActionDeclaration, 'permission'>): Rule =>
  typeof permission === 'string' ? can(permission) : permission

export const actionNamed = ({ actions = {} }: Resource, name: string) =>
  ownValue<ActionDeclaration>(actions, name)

/** Whether an action is done with a resource as a whole, and with no record. */
export const isOnList = ({ on }: Pick<ActionDeclaration, 'on'>): boolean => on === 'list'

/** The last part of the address of an action. */
export const actionEnd = (name: string, { path = name }: Pick<ActionDeclaration, 'path'>): string =>
  path

const named = /\{(\w+)\}/g

/** The fields that name a record, in order. */
export function titleFields({ title }: Resource): readonly string[] {
  if (typeof title !== 'string') return title
  return isTemplate(title) ? [...title.matchAll(named)].map(([, name = '']) => name) : [title]
}

/** Whether people know of a field: of a computed one only where a list, a filter, a form or a show view names it. */
export function isKnown(resource: Resource, name: string): boolean {
  if (!ownValue<Field>(resource.fields, name)?.options.computed) return true
  const { list, filters = [], form, show } = resource
  const named = [...list, ...filters, ...[form, show].flatMap(namesIn), ...titleFields(resource)]
  return named.includes(name)
}

/** Whether people are told that a field changed: not of one that they do not know, nor of what follows from others. */
export const isInHistory = (resource: Resource, name: string): boolean =>
  !fieldOf(resource, name)?.options.outOfHistory && isKnown(resource, name)

/** The fields of a layout, in order. */
export const namesIn = (layout: ShowLayout<string> = []): readonly string[] =>
  sectionsOf(layout).flatMap(([, names]) => names)

/** The fields that the column of the whole title stands for; none where each has a column of its own. */
export const titleColumnFields = (resource: Resource): readonly string[] =>
  resource.titleColumn === undefined ? [] : titleFields(resource)

/** Whether a title says what stands between its fields: `{code} – {customer}`. */
export const isTemplate = (title: Resource['title']): title is string =>
  typeof title === 'string' && title.includes('{')

/** What a record is called, of the texts of its fields. Where one lacks, the others stand side by side. */
export function titleText(
  resource: Resource,
  textOf: (name: string) => string | number | undefined,
): string {
  const { title } = resource
  const texts = titleFields(resource).map((name) => {
    const text = String(textOf(name) ?? '')
    return isMoment(fieldOf(resource, name)) ? text.replace(isoMinute, '$1 $2 UTC') : text
  })
  if (!isTemplate(title) || !texts.every(Boolean)) return texts.filter(Boolean).join(' ')
  return title.replaceAll(named, () => texts.shift() ?? '')
}

const isoMinute = /^([\d-]+)T(\d\d:\d\d).*$/

/** Whether a title tells a field to the minute, in UTC: it is the same text for all who read it. */
export const isMoment = (field: Field | undefined): boolean =>
  field !== undefined && kindOf(field).dated === 'moment'

/** The field that points at the record above, where the records are a tree. */
export const parentField = ({ fields }: Resource): string | undefined =>
  Object.entries<Field>(fields).find(([, field]) => kindOf(field).isParent?.(field))?.[0]

/** The field by whose day a sum counts, and what the records that it counts must match. */
export function readSum(declared: DeclaredSum): {
  readonly by: string
  readonly where: Filter
  /** The field that is added up; undefined where records are counted. */
  readonly sum?: string | undefined
  /** The field each of whose values has a sum. */
  readonly per?: string | undefined
} {
  return typeof declared === 'string' ? { by: declared, where: {} } : { where: {}, ...declared }
}

/** The sections of a form or show view, each a heading ('' when there is none) with its fields. */
export const sectionsOf = (
  layout: ShowLayout<string>,
): [heading: string, names: readonly string[]][] =>
  isPlain(layout) ? [['', layout]] : entriesOf(layout, isPlain)

/** The related lists of a show view, each with its heading. */
export const relatedOf = (layout: ShowLayout<string>): [heading: string, list: Related][] =>
  isPlain(layout) ? [] : entriesOf(layout, isRelated)

function entriesOf<Part, Wanted extends Part>(
  layout: Readonly<Record<string, Part>>,
  isWanted: (part: Part) => part is Wanted,
) {
  return Object.entries(layout).filter((one): one is [string, Wanted] => isWanted(one[1]))
}

const isPlain = (part: ShowLayout<string> | Related): part is readonly string[] =>
  Array.isArray(part)

const isRelated = (part: readonly string[] | Related): part is Related => !isPlain(part)

/** Whether a user sees a card: by its own rule, or because they may list every record and read what it looks at. */
export function seesCard(resource: Resource, card: DeclaredCard, user: User): boolean {
  const rule = cardRule(card)
  if (rule) return rule(user) === true
  const names = [card.by, ...(card.sum ? [card.sum] : []), ...Object.keys(card.where ?? {})]
  return (
    resource.access.list(user) === true &&
    names.every((name) => {
      const field = fieldOf(resource, name)
      return field !== undefined && mayRead(user, field)
    })
  )
}
