import {
  isMasked,
  mayRead,
  mayWrite,
  type Field,
  type Filter,
  type Operation,
  type Resource,
  type User,
} from '#schema'

/** What the gate would answer somebody who asks for one operation of one resource. */
export interface Decision {
  /** Everything, only the records that `only` describes, nothing, or an operation that nobody has. */
  readonly answer: 'all' | 'some' | 'none' | 'never'
  /** Any one of these sets of permissions would open more: what must be granted, and what taken away. */
  readonly remedies: readonly Remedy[]
  /** With `some`: the condition that a record must satisfy. */
  readonly only?: Filter
  /** The fields that are hidden, masked or not to be changed, with the permission that would open them. */
  readonly fields: readonly FieldDecision[]
}

export interface Remedy {
  readonly grant: readonly string[]
  readonly withdraw: readonly string[]
}

export interface FieldDecision {
  readonly field: string
  readonly state: 'hidden' | 'masked' | 'read_only'
  readonly permission: string
}

/** Decides as the gate does: it asks the very same rules. */
export function decide(resource: Resource, operation: Operation, user: User): Decision {
  if (!resource.operations.includes(operation)) {
    return { answer: 'never', remedies: [], fields: [] }
  }
  const rule = resource.access[operation]
  const answer = rule(user)
  const isWhole = answer === true
  return {
    answer: isWhole ? 'all' : answer === false ? 'none' : 'some',
    remedies: isWhole ? [] : remediesOf(rule.permissions ?? [], (other) => rule(other), user),
    ...(typeof answer === 'object' && { only: answer }),
    fields: answer === false ? [] : fieldsOf(resource, operation, user),
  }
}

type Answer = boolean | Filter
const weight = (answer: Answer) => (answer === true ? 2 : answer === false ? 0 : 1)

/** The single permissions that alone would open more; when none does, all of those missing together. */
function remediesOf(
  names: readonly string[],
  ask: (user: User) => Answer,
  user: User,
): readonly Remedy[] {
  const now = weight(ask(user))
  const opens = (remedy: Remedy) => weight(ask(after(user, remedy))) > now
  const missing = names.filter((name) => !user.permissions.has(name))
  const held = names.filter((name) => user.permissions.has(name))
  const single = [
    ...missing.map((name) => ({ grant: [name], withdraw: [] })),
    ...held.map((name) => ({ grant: [], withdraw: [name] })),
  ].filter(opens)
  if (single.length > 0) return single
  return [
    { grant: missing, withdraw: [] },
    { grant: missing, withdraw: held },
  ]
    .filter(opens)
    .slice(0, 1)
}

function after(user: User, { grant, withdraw }: Remedy): User {
  const kept = [...user.permissions].filter((name) => !withdraw.includes(name))
  return { ...user, permissions: new Set([...kept, ...grant]) }
}

function fieldsOf(resource: Resource, operation: Operation, user: User): FieldDecision[] {
  const isWrite = operation === 'create' || operation === 'edit'
  return Object.entries<Field>(resource.fields).flatMap(([name, field]): FieldDecision[] => {
    const { readBy, unmaskBy, writeBy, computed } = field.options
    if (!mayRead(user, field)) return [{ field: name, state: 'hidden', permission: readBy ?? '' }]
    if (isMasked(user, field)) return [{ field: name, state: 'masked', permission: unmaskBy ?? '' }]
    const isLocked = isWrite && !computed && !mayWrite(user, field)
    return isLocked ? [{ field: name, state: 'read_only', permission: writeBy ?? '' }] : []
  })
}
