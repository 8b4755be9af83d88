import { type Resource, importableNames, importForm, lackingColumns, mayJoin } from '#schema'
import type { ImportOptions } from '#contract'

import { invalid } from '../kernel/errors.ts'
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
