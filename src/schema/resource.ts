import { cardSums } from './cards.ts'
import { can, type Access, type Operation, type Rule } from './access.ts'
import type { Fields } from '../kinds/field.ts'
import { joined, withTarget } from './query/joined.ts'
import { withConditions } from './query/conditions.ts'
import { withTransitions } from './states.ts'
import type { Actions } from './actions.ts'
import { sentence, singular } from './texts/label.ts'
import type { Declaration, Routes } from './declaration.ts'
import type { RecordShape } from './fields/fieldNames.ts'
import { mapValues } from './mapValues.ts'

export interface Resource<
  Name extends string = string,
  F extends Fields = any,
  A extends Actions = any,
> extends Omit<Declaration<F, A>, 'access' | 'routes' | 'api' | 'label' | 'one' | 'operations'> {
  readonly name: Name
  readonly label: string
  readonly one: string
  readonly api: string
  readonly routes: Routes
  readonly operations: readonly Operation[]
  readonly access: Access<RecordShape<F>>
  /** A resource of the list that it was declared in. */
  peer?(name: string): Resource | undefined
}

/** Whether the records of all others are listed together, on a screen of their own. */
export const hasList = ({ operations, listedBy }: Resource): boolean =>
  operations.includes('list') && !listedBy

/** A resource whose declared actions are no matter. */
export type PlainResource = Resource<string, any, Record<never, never>>

/** Declares a resource. Whether the declaration contradicts itself, `checkResources` says. */
export function defineResource<
  const Name extends string,
  const F extends Fields,
  const A extends Actions = Record<never, never>,
>(name: Name, declaration: Declaration<F, A>): Resource<Name, F, A> {
  const { permission, access, operations } = declaration
  const label = declaration.label ?? sentence(name)
  const allowed = operations ?? ['list', 'show', 'create', 'edit', 'delete', 'export']
  return {
    ...declaration,
    name,
    label,
    one: declaration.one ?? singular(label),
    api: declaration.api ?? name,
    routes: { list: name, ...declaration.routes },
    operations: allowed,
    ...(declaration.cards && {
      sums: { ...declaration.sums, ...cardSums(name, declaration.cards) },
    }),
    fields: withTarget(name, withConditions(declaration.fields)),
    actions: withTransitions(declaration.fields, permission, declaration.actions) as A,
    access: { ...rulesOf(permission, allowed), ...access },
  }
}

const suffixes: Record<Operation, string> = {
  list: 'view',
  show: 'view',
  create: 'create',
  edit: 'update',
  delete: 'delete',
  export: 'export',
  import: 'import',
}

/** The permissions of the operations of a resource: `book.view`, `book.create` … */
export const ownRights = (permission: string, allowed: readonly Operation[]): string[] => [
  ...new Set(allowed.map((operation) => `${permission}.${suffixes[operation]}`)),
]

function rulesOf(permission: string, allowed: readonly Operation[]): Access {
  return mapValues(suffixes, (suffix, operation): Rule =>
    allowed.includes(operation) ? can(`${permission}.${suffix}`) : () => false,
  )
}

/** `invoices.booking: no resource "bookigns"`, for each reference to none of the list. */
type LostReference<List extends readonly Resource[], R = List[number]> =
  R extends Resource<infer Name, infer F, any>
    ? {
        [Key in keyof F & string]: F[Key] extends { target: infer Target extends string }
          ? string extends Target
            ? never
            : Target extends List[number]['name']
              ? never
              : `${Name}.${Key}: no resource "${Target}"`
          : never
      }[keyof F & string]
    : never

/**
 * Every resource of the console, in sidebar order. A reference to a missing resource does not compile; what the types do
 * not see, `checkResources` says.
 */
export function defineResources<const List extends readonly Resource[]>(
  list: [LostReference<List>] extends [never] ? List : LostReference<List>,
): List {
  return joined(list as List)
}
