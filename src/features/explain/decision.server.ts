import type { Decision } from '#contract'
import {
  mayRead,
  mayUnmask,
  mayWrite,
  remediesOf,
  type Field,
  type Operation,
  type Resource,
  type User,
} from '#schema'

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

function fieldsOf(resource: Resource, operation: Operation, user: User): Decision['fields'] {
  const isWrite = operation === 'create' || operation === 'edit'
  return Object.entries<Field>(resource.fields).flatMap(([name, field]): Decision['fields'] => {
    const { readBy, unmaskBy, writeBy, computed } = field.options
    if (!mayRead(user, field)) return [{ field: name, state: 'hidden', permission: readBy ?? '' }]
    if (!mayUnmask(user, field))
      return [{ field: name, state: 'masked', permission: unmaskBy ?? '' }]
    const isLocked = isWrite && !computed && !mayWrite(user, field)
    return isLocked ? [{ field: name, state: 'read_only', permission: writeBy ?? '' }] : []
  })
}
