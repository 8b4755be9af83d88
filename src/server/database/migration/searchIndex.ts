import { type Field, searchForm } from '#schema'

import { identifier, quoted } from '../names.ts'
import type { Named, Index } from './structure.ts'

/**
 * One index finds fragments in all of the fields, which stand in it as one text. It knows the day of each record too: what
 * is looked for among the newest costs no more the longer the table grows.
 */
export function searchIndex(table: string, fields: readonly Named[]): [string, Index][] {
  const text = searchedText(fields)
  const columns = [`(${text}) gin_trgm_ops`, `(${createdDays()})`]
  return text === ''
    ? []
    : [[identifier(table, 'search', 'idx'), { isUnique: false, method: 'gin', columns }]]
}

/** The fields in which the search box looks for fragments, as one text with spaces between them; '' without any. */
export function searchedText(fields: readonly (readonly [string, Field])[], alias = ''): string {
  return fields
    .filter(([, field]) => searchForm(field) === 'fragment')
    .map(([name]) => `COALESCE(${alias && `${alias}.`}${quoted(name)}, '')`)
    .join(" || ' ' || ")
}

/** The day in UTC on which a record was created, as a list of one: the search index finds the records of some days by it. */
export const createdDays = (alias = ''): string =>
  `ARRAY[(${alias && `${alias}.`}"created_at" AT TIME ZONE 'UTC')::date]`
