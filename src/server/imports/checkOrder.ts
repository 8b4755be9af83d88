import {
  duplicateActionsOf,
  validateChanges,
  type Field,
  type Resource,
  missingFields,
  type Mapping,
} from '#schema'
import type { ImportOptions } from '#contract'

import { forbidden, invalid } from '../kernel/errors.ts'
import { assertStorable } from '../records/write/validation/forbiddenText.ts'
import { checkReferences } from '../records/write/validation/validateWrite.ts'
import type { Row as Values } from '../records/read/select.ts'
import type { Scope } from '../records/write/transact.ts'
import { msg } from '../../texts/serverMsg.ts'

/** What is done with duplicates may only be said where it would be heard. */
export function checkDuplicates(
  resource: Resource,
  { user }: Scope,
  { mode, duplicates }: Pick<ImportOptions, 'mode' | 'duplicates'>,
): void {
  const actions = duplicateActionsOf(resource, mode, user)
  if (actions.includes(duplicates)) return
  if (actions.length > 1) throw forbidden()
  const message = msg('duplicates_are_chosen_where_new_ones_are')
  throw invalid({ duplicates: [message] }, message)
}

/** The values set for all rows, checked like those of a form. */
export async function checkSettings(
  resource: Resource,
  { backend, user, sql: database }: Scope,
  settings: Values,
): Promise<Values> {
  const allowed: Record<string, Field> = Object.fromEntries(
    [...(resource.import?.settings ?? []), ...(resource.import?.fields ?? [])].map((name) => [
      name,
      resource.fields[name],
    ]),
  )
  const { values, errors } = validateChanges(allowed, user, settings)
  if (errors) throw invalid(errors)
  assertStorable(backend.business, values, allowed)
  const given = Object.entries(values).filter(([, value]) => value !== null)
  await checkReferences(backend, resource, user, values, database)
  return Object.fromEntries(given)
}

/** A field that every record must have and that neither a column nor a setting fills would refuse every row. */
export function checkRequired(resource: Resource, { user }: Scope, given: Mapping): void {
  const missing = missingFields(resource, user, given)
  const message = [msg('choose_a_column_for_this_field_or')]
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, message])))
}
