import {
  duplicateActionsOf,
  validateChanges,
  type Field,
  type Resource,
  importableNames,
  importForm,
  lackingColumns,
  mayJoin,
  missingFields,
  type Mapping,
} from '#schema'

import type { ImportOptions } from '#contract'

import { forbidden, invalid } from '../kernel/errors.ts'
import { assertStorable } from '../records/write/validation/forbiddenText.ts'
import { checkReferences } from '../records/write/validation/validateWrite.ts'
import type { Row as Values } from '../records/read/select.ts'
import { labelOf } from './rows/columns.ts'
import type { Scope } from '../records/write/transact.ts'
import { msg } from '../../texts/serverMsg.ts'

/** The columns may only become fields that an import takes and this user may set (attack B14). */
export function checkMapping(
  resource: Resource,
  { user }: Scope,
  { mapping, settings, mode }: Pick<ImportOptions, 'mapping' | 'settings' | 'mode'>,
  columns: number,
): void {
  const refuse = (message: string) => {
    throw invalid({ mapping: [message] }, message)
  }
  if (mapping.length !== columns) {
    refuse(msg('the_file_has_columns_the_mapping_has', { count: columns, mapped: mapping.length }))
  }
  const names = mapping.filter((name) => name !== null)
  const known = new Set(importableNames(resource, user, mode))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined) refuse(msg('cannot_be_imported', { unknown }))
  const form = importForm(resource, mode)
  const duplicate = names.find(
    (name, index) => names.indexOf(name) !== index && !mayJoin(form, name),
  )
  if (duplicate !== undefined) refuse(msg('two_columns_are_mapped_to', { twice: duplicate }))
  if (names.length === 0) refuse(msg('choose_a_field_for_at_least_one'))
  const lacking = lackingColumns(resource, mapping, mode)
  if (lacking) {
    const labels = lacking.map((name) => labelOf(form, name)).join(', ')
    refuse(msg('choose_a_column_for_one_of', { fields: labels }))
  }
  if (mode !== 'update') return
  if (!names.includes('id')) refuse(msg('choose_the_column_of_the_id'))
  const isIdOnly = names.length === 1 && Object.keys(settings).length === 0
  if (isIdOnly) refuse(msg('choose_what_the_file_changes'))
}

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
