import type { Skipped } from '#contract'
import type { PlainResource, Resource } from '#schema'

import type { Behavior } from '../../kernel/backend.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import { auditOf, differences } from '../../audit/audit.ts'
import { hasLines, partsOf, withFunctions } from '../../database/parts.ts'
import { eachLetIn, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { contextOf, answerOf } from './hooks.ts'
import { keepFiles } from './files.ts'
import type { Scope } from './transact.ts'
import type { Outcome } from './togetherOrEach.ts'
import { writeAll, type Written } from './updateAll.ts'
import { type Change } from './writeColumns.ts'
import { refusalOf } from './validation/conflicts.ts'
import { refusedReferences, requireConfirmed } from './validation/validateWrite.ts'
import { changesOf, refusing } from './write.ts'

/** What a locked record is to be given. */
export interface Giving {
  readonly record: Stored
  readonly values: Row
  /** What an action did is taken back: see `changeStored`. */
  readonly asAction?: boolean
}

/**
 * Changes many locked records as `changeStored` does one, with one statement for what it takes one for, and tells those that
 * are refused for themselves. Returns the others as they are by now, changed or not; undefined, or throws a refusal, where each must be asked by itself.
 */
export async function changeTogether(
  resource: Resource,
  all: readonly Giving[],
  scope: Scope,
): Promise<Outcome<Stored> | undefined> {
  if (isChangedAlone(resource, scope)) return undefined
  const failures: Skipped[] = []
  const checked: Giving[] = []
  for (const { record, values: given, asAction = false } of all) {
    try {
      const values = await changesOf(resource, record, given, scope, { asAction })
      checked.push({ record, values, asAction })
    } catch (error) {
      failures.push(refusalOf(record.id, error))
    }
  }
  const given = checked.map(({ values }) => values)
  const refused = await refusedReferences(resource, given, { ...scope, before: 'write' })
  const sound = checked.filter(({ record: { id } }, place) => {
    const errors = refused[place]
    if (errors) failures.push(refusalOf(id, invalid(errors)))
    return !errors
  })
  const done = await applyTogether(resource, sound, scope)
  return done && { done, failures }
}

/**
 * Writes checked changes of many locked records as `applyChanges` does those of one. Returns them as they are by now, or
 * undefined where each must be written by itself; throws what hooks, rules and the database refuse.
 */
export async function applyTogether(
  resource: Resource,
  all: readonly Giving[],
  scope: Scope,
): Promise<Stored[] | undefined> {
  if (isChangedAlone(resource, scope)) return undefined
  const { parent, files } = partsOf(resource.fields)
  const wanted = await completed(resource, all, scope)
  // Each move in a tree must see those before it.
  if (parent && wanted.some(({ changes }) => parent in changes)) return undefined
  const changing = wanted.filter(({ changes }) => Object.keys(changes).length > 0)
  const byRight = changing.filter(({ asAction }) => !asAction)
  for (const { changes } of byRight) {
    requireConfirmed(resource, 'edit', Object.keys(changes), scope)
  }
  const rows = await refusing(resource, () => writeAll(resource, changing, scope))
  const written = rows.map((one) => ({ ...one, after: withFunctions(resource, one.after) }))
  const own = new Set(byRight.map(({ before: { id } }) => id))
  await refuseLost(
    resource,
    written.filter(({ after: { id } }) => own.has(id)),
    scope,
  )
  if (files.length > 0) for (const one of written) await keepFiles(resource, one, scope)
  await behaviorOf(resource, scope).afterUpdateAll?.(
    written.map(({ before, after }) => ({ record: after, previous: before })) as never,
    contextOf(scope),
  )
  const { author, unitOfWork } = scope
  unitOfWork.audit(...written.map((one) => auditOf(resource, author, 'update', one)))
  const changed = new Map(written.map(({ after }) => [after.id, after]))
  return all.map(({ record }) => changed.get(record.id) ?? record)
}

/** Whether hooks look at each record by itself, or others are written with it. */
function isChangedAlone(resource: Resource, scope: Scope): boolean {
  const hooks = behaviorOf(resource, scope)
  const isAsked = hooks.beforeUpdate !== undefined && hooks.beforeUpdateAll === undefined
  const isFollowed = hooks.afterUpdate !== undefined && hooks.afterUpdateAll === undefined
  return isAsked || isFollowed || hasLines(resource)
}

const behaviorOf = ({ name }: Resource, { backend }: Scope): Partial<Behavior<PlainResource>> =>
  backend.business.behaviors[name] ?? {}

/** The changes as the hook completes them. */
async function completed(
  resource: Resource,
  all: readonly Giving[],
  scope: Scope,
): Promise<(Change & Pick<Giving, 'asAction'>)[]> {
  const hook = behaviorOf(resource, scope).beforeUpdateAll
  const given = all.map(({ record, values }) => ({ record, changes: values }))
  const answers: readonly Row[] = hook
    ? await hook(given as never, contextOf(scope))
    : given.map(({ changes }) => changes)
  if (answers.length !== all.length) {
    throw new Error(`${resource.name}.beforeUpdateAll: returns the values of each record`)
  }
  return all.map(({ record, values, asAction }, place) => {
    const asked = { ...record, ...values }
    const answer = hook
      ? answerOf(scope.backend, resource, 'beforeUpdateAll', asked, answers[place])
      : values
    return { before: record, changes: differences(resource, answer, record), asAction }
  })
}

/** Throws 403 where the user may not edit what one of the records has become. */
async function refuseLost(
  resource: Resource,
  written: readonly Written[],
  { user, sql: database }: Scope,
): Promise<void> {
  const rule = resource.access.edit(user)
  if (rule === true) return
  const after = written.map((one) => one.after)
  if ((await eachLetIn(resource, rule, after, database)).includes(false)) throw forbidden()
}
