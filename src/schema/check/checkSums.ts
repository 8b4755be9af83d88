import type { Field } from '../../kinds/field.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { fieldOf } from '../access.ts'
import { cardSum, type DeclaredSum } from '../cards.ts'
import { namePattern } from './checkField.ts'
import { readSum } from '../query/lookup.ts'
import { noField } from './meant.ts'
import type { Resource } from '../resource.ts'
import { renderMessage } from '../texts/texts.ts'
import type { Fault } from './throwAll.ts'

/** Sums by a day that no record has, of what is not stored, or under a name that is none; each at the place where it is written. */
export function* countFaults(resource: Resource): Generator<Fault> {
  const { cards = {}, sums = {} } = resource
  const cardBySum = new Map(Object.keys(cards).map((card) => [cardSum(resource, card), card]))
  for (const [name, sum] of Object.entries<DeclaredSum>(sums)) {
    const card = cardBySum.get(name)
    if (!namePattern.test(card ?? name)) {
      yield card === undefined
        ? ['sums', `"${name}" is not a name for a sum`]
        : ['cards', `"${card}" is not a name for a card`]
    }
    const place = card === undefined ? `sums.${name}` : `cards.${card}`
    for (const [part, fault] of faultsOfSum(resource, sum)) yield [`${place}${part}`, fault]
  }
}

/** What is wrong with a sum, and in which part of it: '' or '.where'. */
function* faultsOfSum(resource: Resource, declared: DeclaredSum): Generator<Fault> {
  const { by, where, sum, per } = readSum(declared)
  for (const name of [by, sum ?? by, per ?? by]) {
    const fault = unstored(resource, name)
    if (fault !== undefined) yield ['', fault]
  }
  const day = fieldOf(resource, by)
  if (!(day && kindOf(day).dated)) yield ['', `"${by}" has no day`]
  const number = sum === undefined ? undefined : fieldOf(resource, sum)
  if (number && kindOf(number).scale?.(number) === undefined) {
    yield ['', `"${sum}" is no number that adds up: an integer, a decimal, money of one currency`]
  }
  const parted = per === undefined ? undefined : fieldOf(resource, per)
  if (parted && !kindOf(parted).choices && !targetOf(parted)) {
    yield ['', `"${per}" is no field with choices, and points at no record`]
  }
  for (const [name, value] of Object.entries(where)) {
    const fault = unstored(resource, name) ?? whereFault(fieldOf(resource, name), value)
    if (fault !== undefined) yield ['.where', fault]
  }
}

/** A value that the field never has: nothing would be counted. */
function whereFault(field: Field | undefined, value: unknown): string | undefined {
  if (!field || value === null || typeof value === 'object') return undefined
  const { error } = kindOf(field).schema(field).safeParse(value)
  return error && `"${String(value)}": ${renderMessage(error.issues[0]?.message ?? '')}`
}

/** Sums follow each write of a record: what changes with no write of it would be counted as it was. */
function unstored(resource: Resource, name: string): string | undefined {
  const field = fieldOf(resource, name)
  if (!field) return noField(name, resource)
  if (name.includes('.')) return `"${name}" belongs to another record: ${wayOut}`
  return field.options.derived ? `"${name}" is derived: ${wayOut}` : undefined
}

const wayOut =
  'sums follow the writes of the record itself. Store the value, as a `computed` field that a hook sets, and name that'
