import type { Field, Fields } from '../../kinds/field.ts'
import type { ChildRows } from '../../kinds/derivation.ts'
import { kindOf } from '../../kinds/kind.ts'
import { type Access, ownValue, type User } from '../access.ts'
import { lineKey, type UniqueFields } from '../fields/fieldNames.ts'
import { mapValues } from '../mapValues.ts'

interface Joined {
  readonly name: string
  readonly fields: Fields
  readonly access: Access
  readonly unique?: readonly UniqueFields[]
}

/** The same resources, each of which knows the others. */
export function joined<const List extends readonly Joined[]>(list: List): List {
  const peer = (name: string) => list.find((one) => one.name === name)
  for (const one of list) {
    const rows = Object.entries(one.fields).flatMap(([name, field]): [string, Field][] => {
      const children = childRows(field)
      const target = children && peer(children.rows)
      return target ? [[name, withCells(field, children, target)]] : []
    })
    const fields = rows.length > 0 ? { ...one.fields, ...Object.fromEntries(rows) } : one.fields
    Object.assign(one, { peer, fields })
  }
  return list
}

/** What lines are made of; undefined for any other field. */
export function childRows({ options: { derived } }: Field): ChildRows | undefined {
  return typeof derived === 'object' && 'rows' in derived ? derived : undefined
}

/** Lines with the fields of the other resource as their cells, for users who may see them. */
function withCells(field: Field, { by, fields }: ChildRows, target: Joined): Field {
  const { access, fields: all } = target
  const cells = fields.flatMap((name) => {
    const cell = ownValue<Field>(all, name)
    return cell ? [[name, cell] as const] : []
  })
  return Object.assign({}, field, {
    cells: Object.fromEntries(cells),
    distinct: distinctOf(target, by, fields),
    isReachable: (user: User, operation?: 'read' | 'write') =>
      operation === 'write'
        ? (['create', 'edit', 'delete'] as const).every((one) => access[one](user) !== false)
        : access.list(user) === true,
  })
}

/** The cells that no two lines of a record have alike; none where they may, as with an empty one where that is like no other. */
function distinctOf(
  { fields, unique = [] }: Joined,
  by: string,
  cells: readonly string[],
): readonly string[] {
  const { names = [], nullsAreSame } = lineKey(unique, by) ?? {}
  const own = nullsAreSame ? cells : cells.filter((name) => !fields[name]?.options.optional)
  return names.every((name) => own.includes(name)) ? names : []
}

/** A field that points at the record above points at its own resource. */
export function withTarget<F extends Fields>(name: string, fields: F): F {
  return mapValues<string, Field, Field>(fields, (one) =>
    kindOf(one).isParent?.(one) ? Object.assign({}, one, { target: name }) : one,
  ) as F
}
