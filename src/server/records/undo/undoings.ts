import type { Resource, ActionDeclaration, Operation } from '#schema'

import type { Item } from '../bulk/item.ts'
import type { RouteAccess } from '../../kernel/guard.ts'
import type { Scope } from '../write/transact.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { doneMessage } from '../write/validation/problems.ts'
import { restoreRecord } from './restore.ts'
import { takeBack } from './takeBack.ts'

/** How one kind of write is undone, and for whom: who may do it may undo it. */
export interface Undoing {
  readonly action: 'undo' | 'restore'
  readonly access: RouteAccess
  /** The audit action that is undone. */
  readonly undoes: 'update' | 'delete'
  readonly message: string
  run(resource: Resource, item: Item, scope: Scope): Promise<unknown>
}

/** What can be undone of the writes to a resource. */
export function undoingsOf(resource: Resource): Undoing[] {
  const { operations, softDelete, view } = resource
  const changing = accessOfChanges(resource)
  const all: (Undoing | false | undefined)[] = [
    changing.length > 0 &&
      !view && {
        action: 'undo',
        access: changing.length === 1 && changing[0] ? changing[0] : { any: changing },
        undoes: 'update',
        message: msg('the_change_is_undone'),
        run: takeBack,
      },
    operations.includes('delete') &&
      softDelete && {
        action: 'restore',
        access: { resource, operation: 'delete' },
        undoes: 'delete',
        message: doneMessage(resource, 'restored'),
        run: restoreRecord,
      },
  ]
  return all.filter((one) => typeof one === 'object')
}

/** Who may change a record: by editing it, or by one of its actions. Which of them it was, the undo itself looks up. */
function accessOfChanges(resource: Resource): RouteAccess[] {
  const { operations, actions = {} } = resource
  const declared = Object.values<ActionDeclaration>(actions).map(({ permission }) => permission)
  const permissions = declared.filter((one) => typeof one === 'string')
  const rules = declared.filter((one) => typeof one !== 'string')
  const operation: Operation = 'edit'
  return [
    ...(operations.includes(operation) ? [{ resource, operation }] : []),
    ...(permissions.length > 0 ? [{ permission: [...new Set(permissions)] }] : []),
    ...rules.map((rule) => ({ rule })),
  ]
}
