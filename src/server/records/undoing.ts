import type { Operation, Resource } from '#schema'

import type { Item } from './bulkRun.ts'
import { doneMessage } from './problems.ts'
import { restoreRecord, takeBack } from './undo.ts'
import type { Scope } from './write.ts'

/** How one kind of write is undone, and for whom: who may do it may undo it. */
export interface Undoing {
  readonly act: 'undo' | 'restore'
  readonly operation: Operation
  /** The audit action that is undone. */
  readonly undoes: 'update' | 'delete'
  readonly message: string
  run(resource: Resource, item: Item, scope: Scope): Promise<unknown>
}

/** What can be undone of the writes to a resource. */
export function undoingsOf(resource: Resource): Undoing[] {
  const { operations, softDelete } = resource
  const all: (Undoing | false | undefined)[] = [
    operations.includes('edit') && {
      act: 'undo',
      operation: 'edit',
      undoes: 'update',
      message: 'The change is undone',
      run: takeBack,
    },
    operations.includes('delete') &&
      softDelete && {
        act: 'restore',
        operation: 'delete',
        undoes: 'delete',
        message: doneMessage(resource, 'restored'),
        run: restoreRecord,
      },
  ]
  return all.filter((one) => typeof one === 'object')
}
