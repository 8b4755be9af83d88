import type { Field } from '../../kinds/field.ts'
import { systemFields, type User } from '../access.ts'
import type { ActionDeclaration } from '../actions.ts'
import { watched } from '../checks.ts'
import { noField } from './meant.ts'
import type { Resource } from '../resource.ts'

type Look = [place: string, asks: ((record: any) => unknown) | undefined]

/** Conditions that look at a value which no record has: they would say the same of every record. */
export function* looksFaults(resource: Resource): Generator<[place: string, fault: string]> {
  const { fields, checks = [], actions = {}, closed, undeletable } = resource
  const looks: Look[] = [
    ['closed.when', closed?.when],
    ['undeletable.when', undeletable && ((record) => undeletable.when(record, somebody))],
    ...Object.entries<Field>(fields).flatMap(([name, { options }]): Look[] => [
      [`${name}.visibleWhen`, options.visibleWhen],
      [`${name}.requiredWhen`, options.requiredWhen],
    ]),
    ...checks.map(({ cell, unless }, at): Look => [
      `checks.${at}.unless`,
      cell === undefined ? unless : undefined,
    ]),
    ...Object.entries<ActionDeclaration>(actions).map(([name, { when }]): Look => [
      `actions.${name}.when`,
      when && ((record) => when(record, somebody)),
    ]),
  ]
  for (const [place, asks] of looks) {
    const missing = seenBy(asks).find((name) => !Object.hasOwn(fields, name) && !always.has(name))
    if (missing !== undefined) yield [place, noField(missing, resource)]
  }
}

const somebody: User = { id: 0, name: '', email: '', permissions: new Set() }

/** What records have besides their fields. */
const always = new Set([...Object.keys(systemFields), 'version', 'labels'])

/** The names that are asked for of a record without values and of one with numbers: what else follows from a value stays unseen. */
function seenBy(asks: Look[1]): string[] {
  const seen = new Set<string>()
  for (const value of asks ? [null, 1] : []) {
    try {
      asks?.(watched((name) => (seen.add(name), value)))
    } catch {
      // Made for the values of the field, it may not take others.
    }
  }
  return [...seen]
}
