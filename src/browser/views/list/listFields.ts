import { titleFields, type ActionDeclaration, type Resource, type User } from '#schema'

import type { Views } from '../views.ts'
import { namesInRule, readableFields, type NamedField } from '../../client/records/permitted.ts'

/**
 * Returns the fields that a list asks the server for: those of its columns, of the record's title, and those that decide
 * what may be done to a row; in the order of the declaration, so that moving a column asks nothing anew. Undefined, which
 * means all, where code of the business reads rows: cells of its own, or an action's `when`.
 */
export function listFields(
  resource: Resource,
  user: User,
  { shown, views }: { shown: readonly NamedField[]; views: Views<Resource> | undefined },
): readonly string[] | undefined {
  const isReadByOthers =
    views?.fields !== undefined ||
    views?.list !== undefined ||
    Object.values<ActionDeclaration>(resource.actions ?? {}).some(({ when }) => when !== undefined)
  if (isReadByOthers) return undefined
  const wanted = new Set([
    ...shown.map(({ name }) => name),
    ...titleFields(resource),
    ...(['show', 'edit', 'delete'] as const).flatMap((one) =>
      namesInRule(resource.access[one](user)),
    ),
  ])
  return readableFields(resource, user, Object.keys(resource.fields))
    .map(({ name }) => name)
    .filter((name) => wanted.has(name))
}
