import {
  childRows,
  isObject,
  refusedBy,
  ValueError,
  type Filter,
  type RecordOf,
  type Resource,
} from '#schema'

import { msg } from '../../../texts/serverMsg.ts'
import { auditOf, differences } from '../../audit/audit.ts'
import { partsOf } from '../../database/parts.ts'
import type { Backend, Context } from '../../kernel/backend.ts'
import { invalid, notFound, type RequestError } from '../../kernel/errors.ts'
import type { Records } from '../../kernel/records.ts'
import { fingerprints } from '../../kernel/secrets/secrets.ts'
import { admitValues } from '../read/admit.ts'
import { findStored, storedRecord, type Stored } from '../read/record.ts'
import { pick, type Row } from '../read/select.ts'
import { createAll } from './createAll.ts'
import { writeLines } from './lines/writeLines.ts'
import { quarterAt } from './statistics.ts'
import { deleteRecord, givenLines, insertRecord, lockRow, updateRecord } from './table.ts'
import type { Scope } from './transact.ts'
import { updateAll } from './updateAll.ts'
import { refuseForbidden, storable } from './validation/forbiddenText.ts'
import { checkedAnswer } from './validation/validateWrite.ts'

/** What a hook or handler may use in the running transaction. */
export function contextOf(scope: Omit<Scope, 'isConfirmed'>): Context {
  const { user, backend, sql } = scope
  const context: ScopedContext = {
    user,
    backend,
    sql,
    records: (resource) => recordsOf(resource, scope),
    [scopeOfContext]: scope,
  }
  return context
}

const scopeOfContext = Symbol('scope')

interface ScopedContext extends Context {
  readonly [scopeOfContext]?: Omit<Scope, 'isConfirmed'>
}

/**
 * Counts values that a hook, an action or a route compares with fields that its user sees masked, like a filter by them,
 * also where the request is refused for it afterwards. Throws 429 when the hour's limit is used up.
 */
export async function compareMasked(
  resource: Resource,
  values: Row,
  context: Context,
): Promise<void> {
  const { unitOfWork, ...asker } = scopeOf(context)
  const count = ({ sql }: Pick<Scope, 'sql'>) => admitValues(resource, values, asker, sql)
  await count(asker)
  unitOfWork.afterRollback(count)
}

/**
 * Does something where what a hook or handler does is rolled back, as by its refusal: in the transaction that goes on, or
 * in one of its own where a request's fails.
 */
export function afterRollback(context: Context, work: (later: Context) => Promise<void>): void {
  scopeOf(context).unitOfWork.afterRollback((scope) => work(contextOf(scope)))
}

/** Adds what happens at this moment, so many times, to the sum of a name that no `sums` of a resource makes. */
export function countNow(name: string, value: number, context: Context): void {
  scopeOf(context).unitOfWork.happened({ name, at: quarterAt(Date.now()), value })
}

/** Returns the scope of a hook's context. */
export function scopeOf(context: Context): Omit<Scope, 'isConfirmed'> {
  const scope = (context as ScopedContext)[scopeOfContext]
  if (!scope) throw new Error('pass on the context that the hook was given')
  return scope
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
      await writeGivenLines(resource, record, input as Row, scope)
      return typed(record)
    },
    createAll: async (all) => (await createAll(resource, all as readonly Row[], scope)).map(typed),
    async update(id, input) {
      // What is read before a lock may be old by the time it is written over.
      const before = await locked(id)
      const changes = differences(resource, input as Row, before)
      const changed = Object.keys(changes)
      if (changed.length === 0) return typed(before)
      const after = await updateRecord(resource, before, changes, scope)
      unitOfWork.audit(auditOf(resource, author, 'update', { before, after, changed }))
      await writeGivenLines(resource, after, changes, scope)
      return typed(after)
    },
    async updateAll(ids, decide, { detail, reads } = {}) {
      const decided = async (held: Stored[]) =>
        (await decide(held.map(typed))) as ReadonlyMap<number, Row>
      const wanted = { ids, decide: decided, detail, reads }
      return (await updateAll(resource, wanted, scope)).map(typed)
    },
  }
}

/** Writes the lines of a record that are among the values, past the rules of their resource too. */
async function writeGivenLines(
  resource: Resource,
  record: Stored,
  values: Row,
  scope: Omit<Scope, 'isConfirmed'>,
): Promise<void> {
  const { author, unitOfWork } = scope
  for (const name of Object.keys(givenLines(resource, values))) {
    const lines = childRows(resource.fields[name])
    if (!lines) continue
    await writeLines(name, lines, record, scope, {
      create: (target, row) => recordsOf(target, scope).create(row),
      change: (target, { id }, row) => recordsOf(target, scope).update(id, row),
      async remove(target, line) {
        await deleteRecord(target, line, scope)
        unitOfWork.audit(auditOf(target, author, 'delete', { before: line }))
      },
    })
  }
}

/** The texts that were given otherwise than they are kept; null for none. */
export function rawOf(given: unknown, values: Row, { business }: Backend): Row | null {
  const texts = Object.entries(Object(given)).filter(
    ([name, text]) => typeof text === 'string' && text !== '' && text !== values[name],
  )
  if (texts.length === 0) return null
  return Object.fromEntries(texts.map(([name, text]) => [name, storable(business, String(text))]))
}

/** What a client gave, with what the behavior has a new record begin with. */
export async function withDefaults(
  { name }: Resource,
  body: unknown,
  context: Context,
): Promise<unknown> {
  const behavior = context.backend.business.behaviors[name]
  if (!behavior?.defaults) return body
  return { ...(await behavior.defaults(context)), ...asObject(body) }
}

export const answerOf = (
  { config: { isDevelopment } }: Backend,
  resource: Resource,
  name: string,
  given: Row,
  answer: unknown,
): Row => checkedAnswer({ resource, name, given, isDevelopment }, answer)

/** Throws 422 for what the checks of the resource have against the values, those of the record before among them. */
function assertTogether(
  resource: Resource,
  values: Row,
  previous: Stored | undefined,
  refused?: ReadonlySet<string>,
): void {
  if (!resource.checks && !partsOf(resource.fields).isNeededAtTimes) return
  const isGiven = (name: string) =>
    !previous || Object.keys(differences(resource, pick(values, [name]), previous)).length > 0
  const isKnown = (name: string) => !refused?.has(name)
  const errors = refusedBy(resource, { ...previous, ...values }, { isGiven, isKnown })
  if (errors) throw invalid(errors)
}

/** The business's own normal form, and the checks of the declaration, with their refusals as field errors. */
export function prepare(
  backend: Backend,
  resource: Resource,
  values: Row,
  previous: Stored | undefined,
  refused?: ReadonlySet<string>,
): Row {
  try {
    const hook = backend.business.behaviors[resource.name]?.prepare
    const prepared = hook
      ? answerOf(
          backend,
          resource,
          'prepare',
          values,
          hook(values, previous as never, refused, fingerprints(backend)),
        )
      : values
    refuseForbidden(backend.business, prepared, resource.fields)
    assertTogether(resource, prepared, previous, refused)
    return prepared
  } catch (error) {
    throw error instanceof ValueError ? refusalOf(error) : error
  }
}

function refusalOf(error: ValueError): RequestError {
  const all = [error, ...error.more]
  const errors = Object.fromEntries(all.map(({ field, message }) => [field, [message]]))
  return invalid(errors, all.length > 1 ? undefined : error.text, error.code)
}

/** No resource has as many fields. */
const maxKeys = 1_000

/** What a client gave as a record. Throws 422 for what is none, or has more keys than any. */
export function asObject(body: unknown): Row {
  if (!isObject(body)) throw invalid({}, msg('send_one_record_as_a_json_object'))
  if (Object.keys(body).length > maxKeys) {
    throw invalid({}, msg('a_record_takes_at_most_fields', { max: maxKeys }))
  }
  return body
}
