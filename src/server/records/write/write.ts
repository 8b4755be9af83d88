import { type Field, type Fields, type Operation, type RecordOf, type Resource } from '#schema'

import { partsOf } from '../../database/parts.ts'
import type { Context } from '../../kernel/backend.ts'
import { conflict, forbidden, invalid } from '../../kernel/errors.ts'
import { insertRecord, updateRecord } from './table.ts'
import { contextOf, answerOf, asObject, prepare, rawOf, scopeOf, withDefaults } from './hooks.ts'
import { auditOf, differences } from '../../audit/audit.ts'
import {
  requireConfirmed,
  checkReferences,
  validateWrite,
  withoutMasks,
} from './validation/validateWrite.ts'
import { asRequestError } from './validation/problems.ts'
import { Outdated } from './validation/conflicts.ts'
import { keepFiles, withFiles } from './files.ts'
import { letsIn, lockRecord, type Stored } from '../read/record.ts'
import { recordQuery, type Row } from '../read/select.ts'
import type { Scope } from './transact.ts'
import { refuseCircle } from './tree.ts'
import { msg } from '../../../texts/serverMsg.ts'

/**
 * Creates one record: rule, validation, hooks, insert, audit. Runs in the scope's transaction. `computed` are values that no
 * client may set.
 */
export async function createRecord(
  resource: Resource,
  body: unknown,
  scope: Scope,
  computed: Row = {},
): Promise<Stored> {
  const { backend, user, author, sql, unitOfWork } = scope
  const rule = resource.access.create(user)
  if (rule === false) throw forbidden()
  const behavior = backend.business.behaviors[resource.name]
  const context = contextOf(scope)
  const given = await withDefaults(resource, body, context)
  const { values, errors } = await validateWrite({ resource, given, previous: undefined }, scope)
  if (errors) throw invalid(errors)
  const { files } = partsOf(resource.fields)
  const complete = files.length > 0 ? await withFiles(resource, values, undefined, scope) : values
  const normal = prepare(backend, resource, complete, undefined)
  const raw = resource.raw && { [resource.raw]: rawOf(given, normal, backend) }
  const prepared: Row = { ...normal, ...raw, ...computed }
  // What the server gives may be another's, like the import that brought a refused record.
  await checkReferences(backend, resource, user, normal, sql, { before: 'write' })
  const completed = behavior?.beforeCreate
    ? await behavior.beforeCreate(prepared, context)
    : prepared
  const input = answerOf(backend, resource, 'beforeCreate', prepared, completed)
  requireConfirmed(resource, 'create', Object.keys(input), scope)
  const record = await refusing(resource, () => insertRecord(resource, input, scope))
  if (rule !== true && !(await letsIn(resource, rule, record, sql))) throw forbidden()
  if (files.length > 0) await keepFiles(resource, { after: record }, scope)
  await behavior?.afterCreate?.(record as never, context)
  unitOfWork.audit(auditOf(resource, author, 'create', { after: record }))
  return record
}

/** Changes one record, which must still have the version that the client saw. */
export async function changeRecord(
  resource: Resource,
  id: number,
  body: unknown,
  scope: Scope,
): Promise<Stored> {
  const { version, ...given } = asObject(body)
  const previous = await lockForWrite(resource, id, 'edit', scope)
  if (version !== undefined && version !== previous.version) {
    throw new Outdated(msg('changed_by_someone_else_reload_the_record'))
  }
  return changeStored(resource, previous, given, scope)
}

/**
 * Changes one locked record: validation, hooks, update, audit. Nothing changed writes nothing. `asAction` takes back what
 * an action did, whose permission stands in the place of those to edit the record and to set its fields.
 */
export async function changeStored(
  resource: Resource,
  previous: Stored,
  given: unknown,
  scope: Scope,
  { asAction = false } = {},
): Promise<Stored> {
  const { backend, user, sql } = scope
  const wanted = await changesOf(resource, previous, given, scope, { asAction })
  await checkReferences(backend, resource, user, wanted, sql, { before: 'write' })
  return applyChanges(resource, previous, wanted, scope, { asAction })
}

/**
 * Changes the record of an action for its handler as an edit of it does: by validation and every hook of the resource, the
 * business's too. `records(resource).update` asks none of them.
 */
export async function editRecord<R extends Resource>(
  { name }: R,
  record: RecordOf<R>,
  values: Partial<RecordOf<R>>,
  context: Context,
): Promise<void> {
  const resource = context.backend.business.resources.find((one) => one.name === name)
  if (!resource) throw new Error(`the business has no resource ${name}`)
  const scope = { ...scopeOf(context), isConfirmed: true }
  await changeStored(resource, record, values, scope, { asAction: true })
}

/** Returns what is to change of a locked record: validated and in its normal form, but for what it refers to. */
export async function changesOf(
  resource: Resource,
  previous: Stored,
  given: unknown,
  scope: Scope,
  { asAction = false } = {},
): Promise<Row> {
  refuseClosed(resource, previous)
  const fields = asAction ? writableFields(resource) : resource.fields
  const unmasked = withoutMasks(resource, given, previous)
  const write = { resource, fields, given: unmasked, previous }
  const { values, errors } = await validateWrite(write, scope)
  if (errors) throw invalid(errors)
  const { files } = partsOf(resource.fields)
  const complete = files.length > 0 ? await withFiles(resource, values, previous, scope) : values
  const prepared = prepare(scope.backend, resource, complete, previous)
  return differences(resource, prepared, previous)
}

/** Writes checked changes of one locked record: hooks, update, audit. */
export async function applyChanges(
  resource: Resource,
  previous: Stored,
  wanted: Row,
  scope: Scope,
  { asAction = false } = {},
): Promise<Stored> {
  const { backend, user, author, unitOfWork } = scope
  const behavior = backend.business.behaviors[resource.name]
  const context = contextOf(scope)
  const changes = behavior?.beforeUpdate
    ? differences(
        resource,
        answerOf(
          backend,
          resource,
          'beforeUpdate',
          { ...previous, ...wanted },
          await behavior.beforeUpdate(wanted, previous as never, context),
        ),
        previous,
      )
    : wanted
  const changed = Object.keys(changes)
  if (changed.length === 0) return previous
  if (!asAction) requireConfirmed(resource, 'edit', changed, scope)
  const { parent, files } = partsOf(resource.fields)
  if (parent && parent in changes) await refuseCircle(resource, previous, changes, scope.sql)
  const record = await refusing(resource, () => updateRecord(resource, previous, changes, scope))
  const rule = asAction || resource.access.edit(user)
  if (rule !== true && !(await letsIn(resource, rule, record, scope.sql))) throw forbidden()
  if (files.length > 0) await keepFiles(resource, { before: previous, after: record }, scope)
  await behavior?.afterUpdate?.(record as never, previous as never, context)
  const audit = { before: previous, after: record, changed }
  unitOfWork.audit(auditOf(resource, author, 'update', audit))
  return record
}

/** What a person is told of a change that has not come to what it was made for. */
export const warningOf = ({ name }: Resource, record: Stored, { backend }: Scope) =>
  backend.business.behaviors[name]?.warnOfUpdate?.(record as never)

/** Throws 409 for a record that is changed no more. */
export function refuseClosed({ closed }: Resource, record: Stored): void {
  if (closed?.when(record as never)) throw conflict(closed.refusal)
}

/** The fields of a resource, no matter who may set them. */
function writableFields({ fields }: Resource): Fields {
  const entries = Object.entries<Field>(fields).map(([name, field]): [string, Field] => {
    const { readBy: _read, writeBy: _write, ...options } = field.options
    return [name, { ...field, options }]
  })
  return Object.fromEntries(entries)
}

/** Returns a written record as its writer may see it, read in the statement that stores what the unit of work holds. */
export async function readBack(
  resource: Resource,
  id: number,
  { backend, user, unitOfWork }: Scope,
): Promise<Row> {
  const { query, present } = recordQuery(backend, resource, user, id)
  return present(await unitOfWork.flush(query))
}

/** Holds the record of a write. Throws 403 where the user may not do it, 404 where they do not see the record. */
export async function lockForWrite(
  resource: Resource,
  id: number,
  operation: Operation,
  { user, sql }: Scope,
): Promise<Stored> {
  if (resource.access[operation](user) === false) throw forbidden()
  return lockRecord(resource, user, id, operation, sql)
}

/** Runs a statement whose refusals by the database are the user's to mend. */
export async function refusing<Answer>(
  resource: Resource,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw asRequestError(resource, error)
  }
}
