import { sql } from 'kysely'

import { fieldOf, mayRead, phonePlaces, reachedOf, type Resource, type Field } from '#schema'

import { columnOf } from '../../../database/names.ts'
import type { Row } from '../../read/select.ts'
import { reachable } from '../../read/titles.ts'
import { sourceOf } from '../../read/source.ts'
import { type Reading, placeIn } from './countryCodeOf.ts'

/**
 * Where the national phone numbers of a record are dialled, as its `phoneCountry` says: a country of two letters, or a
 * calling code.
 */
export async function phonePlaceOf(
  resource: Resource,
  values: Row,
  reading: Reading,
): Promise<string | undefined> {
  for (const path of phonePlaces(resource)) {
    const found = await placeAt(resource, path, values, reading)
    if (found) return found
  }
  return undefined
}

async function placeAt(
  resource: Resource,
  path: string,
  values: Row,
  reading: Reading,
): Promise<string | undefined> {
  const { user } = reading
  const reached = reachedOf(resource, path)
  const own: Field | undefined = reached?.pointing ?? fieldOf(resource, path)
  if (!own || !mayRead(user, own)) return undefined
  if (!reached) return placeIn(own, values[path], reading)
  const { by, name, target } = reached
  if (!Number.isSafeInteger(values[by])) return undefined
  const { rows } = await sql<{ value: unknown }>`
    select ${columnOf(name)} as value from ${sourceOf(target)} t
    where t.id = ${values[by]} and ${reachable(target, user)}`.execute(reading.sql)
  return placeIn(target.fields[name], rows[0]?.value, reading)
}
