import {
  mayRead,
  mayUnmask,
  mayWrite,
  remediesOf,
  type Field,
  type Filter,
  type Operation,
  type Remedy,
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
    remedies: isWhole ? [] : remediesOf(rule, user),
    ...(typeof answer === 'object' && { only: answer }),
    fields: answer === false ? [] : fieldsOf(resource, operation, user),
  }
}

function fieldsOf(resource: Resource, operation: Operation, user: User): FieldDecision[] {
  const isWrite = operation === 'create' || operation === 'edit'
  return Object.entries<Field>(resource.fields).flatMap(([name, field]): FieldDecision[] => {
    const { readBy, unmaskBy, writeBy, computed } = field.options
    if (!mayRead(user, field)) return [{ field: name, state: 'hidden', permission: readBy ?? '' }]
    if (!mayUnmask(user, field))
      return [{ field: name, state: 'masked', permission: unmaskBy ?? '' }]
    const isLocked = isWrite && !computed && !mayWrite(user, field)
    return isLocked ? [{ field: name, state: 'read_only', permission: writeBy ?? '' }] : []
  })
}
