import { fieldOf, type User, isHidden, isMasked, mayRead, mayUnmask } from '../access.ts'
import { isWhole, type Comparison } from './compare.ts'
import type { Operator } from '../../kinds/kind.ts'
import { ValueError } from '../../kinds/valueError.ts'
import type { Field } from '../../kinds/field.ts'
import { truth } from '../../kinds/boolean/boolean.ts'
import { kindOf } from '../../kinds/kinds.ts'
import type { Conditions } from './filter.ts'
import { mayFilter } from './indexed.ts'
import { isPeriod } from '../../kinds/date/period.ts'
import type { Resource } from '../resource.ts'
import type { Clock } from '../../kinds/date/zone.ts'
import { msg } from '../../texts/msg.ts'
import { MessageError } from '../texts/texts.ts'

/** A query that the declaration does not know. The server answers 400. */
export class QueryError extends MessageError {}

/** Most values one filter may list; e-mail and id lists come in a POST body. */
const valuesLimit = 10_000

/** What stands behind a field's name in a query key, and the operator it means. */
export const suffixes = {
  from: 'range',
  to: 'range',
  not: 'equals',
  contains: 'contains',
  empty: 'empty',
  below: 'below',
} as const satisfies Record<string, Operator>

type Suffix = keyof typeof suffixes

/** Who asks a list for what, and when. */
export interface Asker {
  readonly resource: Resource
  readonly user: User
  readonly clock: Clock
  /** Takes up what is compared with values of masked fields. */
  readonly comparisons: Comparison[]
  /** The conditions stand in groups, where one answer may stand for many comparisons. */
  readonly isGrouped?: true
}

/** Conditions by field, in the long form. */
export type ConditionsByField = Record<string, Conditions>

/** Adds what one key of a query asks for. `value` is undefined when it asks for nothing; even then the key must exist. */
export function addCondition(
  asker: Asker,
  filter: ConditionsByField,
  key: string,
  value: unknown,
): void {
  const [name, suffix] = splitKey(asker.resource, key)
  const isStretch = suffix === undefined && typeof value === 'string' && isPeriod(value.trim())
  const operator = suffix ? suffixes[suffix] : isStretch ? 'range' : 'equals'
  const field = operandField(asker, name, operator, suffix)
  if (!field) throw unknownKey(key)
  if (value === undefined) return
  const added = isStretch
    ? periodOf(key, field, value.trim(), asker.clock)
    : conditionOf(key, suffix, field, value, asker.clock)
  const values = added.in ?? added.not ?? []
  if (!values.every((one) => mayName(asker.user, String(one), namedBy(asker.resource, field)))) {
    throw unknownKey(key)
  }
  if (Object.keys(added).some((operand) => Object.hasOwn(filter[name] ?? {}, operand))) {
    throw new QueryError(msg('says_again_what_another_key_says', { name: key }))
  }
  filter[name] = { ...filter[name], ...compared(asker, key, name, field, added) }
}

/** The resource whose fields the values of a field name. */
export function namedBy({ peer }: Pick<Resource, 'peer'>, field: Field): Resource | undefined {
  const { fieldsOf } = field.options as { readonly fieldsOf?: string }
  return fieldsOf === undefined ? undefined : peer?.(fieldsOf)
}

/** Whether the user may know of what a field that names others says: what they may not read is named to them by none. */
export function mayName(user: User, name: string, target: Resource | undefined): boolean {
  const named = target && fieldOf(target, name)
  return !target || (named !== undefined && mayRead(user, named))
}

/**
 * The same condition, its values noted where the field is masked. A user who may not unmask it compares one whole value
 * at a time, so that each comparison can be counted.
 */
function compared(
  { user, comparisons, isGrouped }: Asker,
  key: string,
  name: string,
  field: Field,
  added: Conditions,
): Conditions {
  const values = added.in ?? added.not
  if (!values || !isMasked(field)) return added
  const isFree = mayUnmask(user, field)
  // What the mask shows is found as in any other field.
  if (!isFree && values.length > 0 && !values.some((value) => isHidden(field, value))) return added
  if (!isFree && isGrouped) {
    throw new QueryError(msg('cannot_stand_in_a_group_of_conditions', { key }))
  }
  if (!isFree && values.length > 1) {
    throw new QueryError(msg('takes_one_whole_value_you_see_it', { key }))
  }
  const possible = isFree ? values : values.filter((value) => isWhole(field, value))
  if (possible.length > 0) comparisons.push({ field: name, values: possible, by: 'filter' })
  return isFree ? added : { in: possible }
}

export const unknownKey = (key: string) =>
  new QueryError(msg('is_not_a_filter_here', { name: key }))

function periodOf(key: string, field: Field, text: string, clock: Clock): Conditions {
  const { period } = kindOf(field)
  const stretch = period?.(text, clock)
  if (!stretch) throw unknownKey(key)
  return stretch
}

function conditionOf(
  key: string,
  suffix: Suffix | undefined,
  field: Field,
  value: unknown,
  clock: Clock,
): Conditions {
  const kind = kindOf(field)
  const one = (parse: (text: string) => unknown) => parsed(key, () => parse(single(key, value)))
  const operand = (text: string) => kind.operand(text, field)
  const list = () =>
    wholeAndParts(
      field,
      several(key, value, kind.between).map((text) => parsed(key, () => operand(text))),
    )
  const stretch = (text: string) => kind.period?.(text.trim(), clock)
  switch (suffix) {
    case undefined:
      return oneOf(list())
    case 'not':
      return noneOf(list())
    case 'from':
      return { from: one((text) => stretch(text)?.from ?? operand(text)) }
    case 'to':
      return { to: one((text) => stretch(text)?.to ?? operand(text)) }
    case 'below':
      return { below: list().whole }
    case 'contains':
      return { contains: String(one(operand)) }
    case 'empty':
      return { empty: Boolean(one(truth)) }
  }
}

/** Most parts of values for each of which the search index is asked. */
const maxParts = 20

interface Operands {
  readonly whole: readonly unknown[]
  /** Parts of values, where the kind has such. */
  readonly parts: readonly string[]
}

function wholeAndParts(field: Field, operands: readonly unknown[]): Operands {
  const { isFragment } = kindOf(field)
  const isPart = (one: unknown): one is string =>
    typeof one === 'string' && isFragment?.(one) === true
  const parts = operands.filter(isPart)
  if (parts.length > maxParts) return { whole: operands, parts: [] }
  return { whole: operands.filter((one) => !isPart(one)), parts }
}

const oneOf = ({ whole, parts }: Operands): Conditions =>
  parts.length > 0 ? { in: whole, parts } : { in: whole }

const noneOf = ({ whole, parts }: Operands): Conditions =>
  parts.length > 0 ? { not: whole, notParts: parts } : { not: whole }

/** The field that a key of a query names, as far as there is one, and what stands behind the name. */
export function splitKey(
  resource: Resource,
  key: string,
): [name: string, suffix: Suffix | undefined] {
  if (fieldOf(resource, key)) return [key, undefined]
  const cut = key.lastIndexOf('_')
  const suffix = key.slice(cut + 1)
  return cut > 0 && Object.hasOwn(suffixes, suffix)
    ? [key.slice(0, cut), suffix as Suffix]
    : [key, undefined]
}

/** The field, when it exists, lists may filter by it so, and the user may use it as an operand. */
function operandField(
  { resource, user }: Asker,
  name: string,
  operator: Operator,
  suffix: Suffix | undefined,
): Field | undefined {
  const field = fieldOf(resource, name)
  if (!field || !mayRead(user, field) || !mayFilter(resource, name, operator)) return undefined
  const isPlain = operator === 'empty' || (operator === 'equals' && suffix === undefined)
  return isPlain || mayUnmask(user, field) ? field : undefined
}

function parsed<Value>(key: string, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ValueError) {
      throw new QueryError(msg('of_filter', { key, problem: error.text }))
    }
    throw error
  }
}

/** Values in an array, or in one text with `between` between them, as texts. Throws QueryError. */
export function several(key: string, value: unknown, between: RegExp | string = ','): string[] {
  const values = Array.isArray(value)
    ? value.map((one) => scalar(key, one))
    : scalar(key, value).split(between)
  if (values.length > valuesLimit)
    throw new QueryError(msg('at_most_values', { name: key, max: valuesLimit }))
  return values.map((one) => one.trim()).filter(Boolean)
}

/** A value that may be given only once, as text. Throws QueryError. */
export function single(key: string, value: unknown): string {
  if (Array.isArray(value)) throw new QueryError(msg('may_be_given_only_once', { key }))
  return scalar(key, value)
}

function scalar(key: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  throw new QueryError(msg('must_be_plain_text', { key }))
}
