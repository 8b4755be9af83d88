import { fieldOf, type User, isHidden, isMask, isMasked, mayRead, mayUnmask } from '../access.ts'
import type { Field } from '../../kinds/field.ts'
import { ValueError } from '../../kinds/valueError.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { phonePlaces } from './phonePlaces.ts'
import type { Resource } from '../resource.ts'
import { searchedFields } from './searched.ts'
import { valueSchema } from '../../kinds/take.ts'

/** Values of a masked field that a query compares: to be counted or recorded before anything is read. */
export interface Comparison {
  readonly field: string
  readonly values: readonly unknown[]
  readonly by: 'filter' | 'search'
}

/** Whether a field can hold this value. No other value can be found in it. */
export const isWhole = (field: Field, value: unknown): boolean =>
  valueSchema(field).safeParse(value).success

/**
 * The words of the search box that are looked for: the first five, without the mark after a word (`Books: Edit`). A phone
 * number written in groups is one word.
 */
export const searchWords = (search: string): string[] =>
  search
    .replace(groupedNumber, withoutSpaces)
    .split(/(?<=[\p{L}\p{N}])[:,;](?:\s+|$)|\s+/u)
    .filter(Boolean)
    .slice(0, 5)

/** Groups of digits of which the first begins as numbers are dialled: `0491 570 156`, `+44 7400 123326`. */
const groupedNumber = /(?<!\S)(?:\+|0)[\d().-]{1,20}(?: [\d().-]{1,20}){1,6}(?!\S)/g

const withoutSpaces = (number: string): string => {
  const digits = number.replace(/\D/g, '').length
  return digits >= 7 && digits <= 17 ? number.replaceAll(' ', '') : number
}

/** The value that a word of the search box is in a masked field; undefined where its form says that it is none. */
export function wholeValue(field: Field, word: string): unknown {
  if (!kindOf(field).hasForm) return undefined
  const value = searchedValue(field, word)
  return isWhole(field, value) ? value : undefined
}

/** What a word of the search box is where a field is filtered by it; undefined where the field can hold no such value. */
export function searchedValue(field: Field, word: string): unknown {
  try {
    return kindOf(field).operand(word, field)
  } catch (error) {
    if (error instanceof ValueError) return undefined
    throw error
  }
}

/** What a write of these values compares where it is refused: a refusal tells what is stored already. */
export function writeComparisons(
  resource: Resource,
  user: User,
  values: Readonly<Record<string, unknown>>,
): Comparison[] {
  return closedNames(resource, user, values).flatMap((name): Comparison[] => {
    const value = comparedValue(resource, name, values)
    return value === undefined ? [] : [{ field: name, values: [value], by: 'filter' }]
  })
}

/** Those of the given names whose values the user may set and sees masked only. */
export const closedNames = (resource: Resource, user: User, values: object): string[] =>
  Object.keys(values).filter((name) => {
    const field = fieldOf(resource, name)
    return (
      field !== undefined &&
      isHidden(field, Object(values)[name]) &&
      !mayUnmask(user, field) &&
      mayRead(user, field)
    )
  })

/** The value that a field takes, or a national number with what says where it is dialled. A mask is no value. */
function comparedValue(
  resource: Resource,
  name: string,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const given = values[name]
  const field = fieldOf(resource, name)
  if (!field || (isMasked(field) && isMask(given))) return undefined
  const { success, data } = valueSchema(field).safeParse(given)
  if (success) return data
  if (!kindOf(field).isNational?.(given)) return undefined
  return [given, ...phonePlaces(resource).map((path) => values[path.split('.')[0] ?? ''] ?? null)]
}

/** What the words of the search box compare in fields that the user may not unmask. */
export function searchComparisons(resource: Resource, user: User, search: string): Comparison[] {
  const masked = searchedFields(resource).filter(
    ([, field]) => isMasked(field) && mayRead(user, field) && !mayUnmask(user, field),
  )
  return masked.flatMap(([name, field]) =>
    searchWords(search)
      .map((word) => wholeValue(field, word))
      .filter((value) => value !== undefined)
      .map((value) => ({ field: name, values: [value], by: 'search' as const })),
  )
}
