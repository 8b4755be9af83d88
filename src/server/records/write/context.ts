import type { Filter, RecordOf, Resource } from '#schema'

import type { Context, Records } from '../../kernel/backend.ts'
import { notFound } from '../../kernel/errors.ts'
import { auditOf, differences, insertRecord, lockRow, updateRecord } from './table.ts'
import { findStored, storedRecord, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from './transact.ts'

/** What a hook or handler may use in the running transaction. */
export function contextOf(scope: Omit<Scope, 'isConfirmed'>): Context {
  const { user, backend, sql } = scope
  return { user, backend, sql, records: (resource) => recordsOf(resource, scope) }
}

/** The records of one resource past its access rules; every write still leaves its audit row. */
function recordsOf<R extends Resource>(resource: R, scope: Omit<Scope, 'isConfirmed'>): Records<R> {
  const { author, sql, unitOfWork } = scope
  const stored = async (id: number): Promise<Stored> => {
    const record = await storedRecord(resource, id, sql)
    if (!record) throw notFound()
    return record
  }
  const locked = async (id: number): Promise<Stored> => {
    await lockRow(resource, id, sql)
    return stored(id)
  }
  // A stored row has the declared fields by construction; only the declaration knows their types.
  const typed = (record: Stored) => record as unknown as RecordOf<R>
  return {
    get: async (id) => typed(await stored(id)),
    find: async (filter) => (await findStored(resource, filter as Filter, sql)).map(typed),
    exists: async (filter) => (await findStored(resource, filter as Filter, sql)).length > 0,
    async create(input) {
      const record = await insertRecord(resource, input as Row, scope)
      unitOfWork.audit(auditOf(resource, author, 'create', { after: record }))
      return typed(record)
    },
    async update(id, input) {
      // What is read before a lock may be old by the time it is written over.
      const before = await locked(id)
      const changes = differences(resource, input as Row, before)
      const changed = Object.keys(changes)
      if (changed.length === 0) return typed(before)
      const after = await updateRecord(resource, before, changes, scope)
      unitOfWork.audit(auditOf(resource, author, 'update', { before, after, changed }))
      return typed(after)
    },
  }
}
