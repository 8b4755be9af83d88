import type { Field, Fields } from '../kinds/field.ts'
import { kindOf, field, targetOf } from '../kinds/kinds.ts'
import { sentence } from './texts/label.ts'
import type { Filter } from './query/filter.ts'
import { memoizeByObject } from './memoize.ts'

/** The signed-in person, as rules see them. */
export interface User {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly permissions: ReadonlySet<string>
  /** The ids of the user's roles; absent where a server does not tell. */
  readonly roles?: readonly number[]
  /** The time zone in which the user's days begin, like `Europe/Berlin`; UTC when absent. */
  readonly timezone?: string
  /** The fields of the user that are declared `inSession`, as the profile tells them: yes and no are 1 and 0. */
  readonly session?: Readonly<Record<string, unknown>>
}

/** Who may act: everyone (true), no one (false), or only on the records a filter matches. */
export interface Rule<Shape = any> {
  (user: User): boolean | Filter<Shape>
  /** The permission strings the rule reads, for the role editor and the start-up check. */
  readonly permissions?: readonly string[]
  /** The fields that it filters by, as far as they are known: `customer.manager` is one of what `customer` points at. */
  readonly paths?: readonly string[]
  /** Exists in types only: a rule fits every resource that has the fields it filters by. */
  readonly fits?: (shape: Shape) => void
}

/** What may be done with the records of a resource. */
export const operations = ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'] as const

export type Operation = (typeof operations)[number]

export type Access<Shape = any> = { readonly [Key in Operation]: Rule<Shape> }

/** Holders of a permission string. */
export function can(permission: string): Rule<unknown> {
  return rule([{ permissions: [permission] }], (user) => user.permissions.has(permission))
}

/**
 * Users who do not hold a permission string, for strings that take something away. Who may do everything holds these too:
 * name what lets such people through, `either(lacks('hire.trainee'), can('management.role.update'))`.
 */
export function lacks(permission: string): Rule<unknown> {
  return rule([{ permissions: [permission] }], (user) => !user.permissions.has(permission))
}

export const anyone: Rule<unknown> = () => true

export const nobody: Rule<unknown> = () => false

/** Users whom one of the rules lets in; two filters widen each other. */
export function either<const Rules extends readonly Rule[]>(
  ...rules: Rules
): Rule<ShapeOf<Rules[number]>> {
  return rule(rules, (user) => {
    const answers = rules.map((one) => one(user))
    if (answers.includes(true)) return true
    const filters = answers.filter((answer) => typeof answer === 'object')
    return filters.length > 0 && ({ any: filters } as Filter)
  })
}

/** Only users whom every rule lets in; two filters narrow each other. */
export function both<const Rules extends readonly Rule[]>(
  ...rules: Rules
): Rule<ShapeOf<Rules[number]>> {
  return rule(rules, (user) => {
    const answers = rules.map((one) => one(user))
    if (answers.includes(false)) return false
    const filters = answers.filter((answer) => typeof answer === 'object')
    return filters.length === 0 || ({ all: filters } as Filter)
  })
}

/** What all the rules filter by: the function of several shapes takes the one that has everything. */
type ShapeOf<One> = (One extends { fits?: infer Fits } ? NonNullable<Fits> : never) extends (
  shape: infer Shape,
) => void
  ? Shape
  : unknown

/** Only the records whose field names the user, or that point at one whose field does: `own('customer.manager')`. */
export function own<Name extends string>(
  field: Name,
): Rule<{ [Key in First<Name>]: number | null }> {
  return Object.assign((user: User) => ({ [field]: user.id }) as Filter, { paths: [field] })
}

type First<Name extends string> = Name extends `${infer Reference}.${string}` ? Reference : Name

type Read = Pick<Rule, 'permissions' | 'paths'>

function rule(rules: readonly Read[], decide: Rule): Rule {
  return Object.assign((user: User) => decide(user), {
    permissions: rules.flatMap(({ permissions = [] }) => permissions),
    paths: rules.flatMap(({ paths = [] }) => paths),
  })
}

/** Of which records the user may read the field: all, none, or those that a filter matches. */
export function readRule(user: User, field: Field): boolean | Filter {
  const { readBy } = field.options
  if (field.isReachable?.(user) === false) return false
  if (typeof readBy === 'function') return readBy(user) as boolean | Filter
  return readBy === undefined || user.permissions.has(readBy)
}

/** Whether the user may read the field of every record: as an operand, in labels and titles. */
export const mayRead = (user: User, field: Field): boolean => readRule(user, field) === true

/** Whether the field exists for the user: as a column, in forms and in files, of some records at least. */
export const mayReadSome = (user: User, field: Field): boolean => readRule(user, field) !== false

/** Whether the field's values are shown masked, to everybody, until somebody reveals them. */
export function isMasked({ options }: Field): boolean {
  return options.unmaskBy !== undefined
}

/** Whether a field's mask hides a value of it. */
export const isHidden = (field: Field, value: unknown): boolean =>
  isMasked(field) && kindOf(field).isOpen?.(value, field) !== true

/** Whether a value is a mask: every mask has the sign, and no value of a masked field (`Kind.mask`). */
export const isMask = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('•')

/** Whether the user may reveal the field's values, and search and filter by them as by any others. */
export function mayUnmask(user: User, { options }: Field): boolean {
  return options.unmaskBy === undefined || user.permissions.has(options.unmaskBy)
}

/** Whether a file for the user holds the field's values only masked. */
export function isMaskedInFiles(user: User, field: Field): boolean {
  const { exportBy } = field.options
  return !mayUnmask(user, field) || (exportBy !== undefined && !user.permissions.has(exportBy))
}

/** Whether the user may set the field. */
export function mayWrite(user: User, field: Field): boolean {
  const { computed, writeBy } = field.options
  const mayReach = field.isReachable?.(user, 'write') ?? true
  return (
    !computed && mayReach && mayReadSome(user, field) && (!writeBy || user.permissions.has(writeBy))
  )
}

/** The names of the declared fields that the user may read and whose values are shown at all, masked or not. */
export function readableNames({ fields }: { readonly fields: Fields }, user: User): string[] {
  return Object.entries<Field>(fields)
    .filter(([, field]) => mayReadSome(user, field) && !kindOf(field).writeOnly)
    .map(([name]) => name)
}

/** Whether the field's values are never shown to anybody, like passwords. */
export const isSecret = (field: Field | undefined): boolean =>
  field !== undefined && kindOf(field).writeOnly === true

/** A value as it is shown: masked where the field says so. */
export function shown(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return isHidden(field, value) ? (kindOf(field).mask?.(value) ?? null) : value
}

/** Fields that every record has and no declaration repeats. */
export const systemFields = {
  id: field.integer({ computed: true, label: 'ID', max: Number.MAX_SAFE_INTEGER }),
  created_at: field.timestamp({ computed: true, label: 'Created' }),
  updated_at: field.timestamp({ computed: true, label: 'Updated' }),
} satisfies Fields

/** The key of the text by which people know a field of a resource, or one that every record has. */
export const labelKey = (of: { readonly name: string; readonly fields: Fields }, name: string) =>
  `${Object.hasOwn(of.fields, name) ? `resources.${of.name}` : 'console'}.fields.${name}`

/** What fields are looked up in; `peer` knows the resources that it was declared with. */
interface Looked {
  readonly fields: Fields
  peer?(name: string): (Looked & Offered) | undefined
}

interface Offered {
  readonly access: Access
  readonly options?:
    | { readonly permission: string | readonly string[]; readonly fields?: readonly string[] }
    | undefined
}

/** The rule by which the user reaches a field of other records: those that they may list, or all whose choice tells it. */
export const reachedBy = ({ access, options }: Offered, name: string, user: User) =>
  (options?.fields?.includes(name) &&
    [options.permission].flat().some((one) => user.permissions.has(one))) ||
  access.list(user)

/**
 * A field of the resource by its name, the system's own included, or one behind a reference, `customer.country`.
 * Undefined when there is none.
 */
export function fieldOf(resource: Looked, name: string): Field | undefined {
  const { fields } = resource
  if (Object.hasOwn(fields, name)) return fields[name]
  if (name.includes('.')) return reachedField(resource, name)
  return Object.hasOwn(systemFields, name)
    ? systemFields[name as keyof typeof systemFields]
    : undefined
}

/**
 * The parts of a name like `customer.country`: the reference, or the references, the resource that it points at, and the
 * field there.
 */
export function reachedOf<R extends Looked>(resource: R, path: string) {
  const [by = '', name = '', more] = path.split('.')
  const pointing = ownValue<Field>(resource.fields, by)
  const isPath = name && pointing && more === undefined
  const target =
    isPath && (resource.peer?.(targetOf(pointing) ?? '') as ReturnType<NonNullable<R['peer']>>)
  return target ? { by, name, target, pointing } : undefined
}

const reachedFields = memoizeByObject<Fields, Map<string, Field>>(() => new Map())

/** The very same for the same name, as the own fields are. Anyone who may neither list nor choose the other records may not reach them. */
function reachedField(resource: Looked, path: string): Field | undefined {
  const known = reachedFields(resource.fields)
  const reached = known.has(path) ? undefined : reachedOf(resource, path)
  const field = reached && fieldOf({ fields: reached.target.fields }, reached.name)
  if (field) known.set(path, asReached(field, reached))
  return known.get(path)
}

function asReached(field: Field, { by, name, pointing, target }: Reached): Field {
  const labels = [pointing.options.label ?? sentence(by), field.options.label ?? sentence(name)]
  return {
    ...field,
    options: { ...field.options, label: labels.join(' › ') },
    isReachable: (user: User) => mayRead(user, pointing) && reachedBy(target, name, user) !== false,
  }
}

type Reached = NonNullable<ReturnType<typeof reachedOf<Looked>>>

/** Remembers what is made for one user under a key, at most `max` of each user; it goes with the user. */
export function createUserCache<Value>(max: number) {
  const byUser = new WeakMap<User, Map<unknown, Value>>()
  return (user: User, key: unknown, make: () => Value): Value => {
    const known = byUser.get(user) ?? new Map<unknown, Value>()
    byUser.set(user, known)
    const cached = known.get(key)
    if (cached !== undefined) return cached
    const made = make()
    if (known.size >= max) known.clear()
    known.set(key, made)
    return made
  }
}

/** The value under a name that a client gave: what every object inherits, like `constructor`, is none. */
export const ownValue = <Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(values, name) ? values[name] : undefined)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
