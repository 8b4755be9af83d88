import { sql } from 'kysely'

import { isObject, isTaken, kindOf, type Field, type FieldErrors, type Resource } from '#schema'

import { partsOf } from '../../database/parts.ts'
import { invalid } from '../../kernel/errors.ts'
import { msg } from '../../../texts/serverMsg.ts'
import type { Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from './transact.ts'

/** Days that a file stays which its record holds no more, for the history to bring it back. */
const keptDays = 30

/** When the file of a record goes by itself: never, in a year that every driver can read. */
const forEver = '9999-12-31'

/** What an upload is for that becomes a file of a record: `record:books.cover`. */
export const recordPurpose = ({ name }: Resource, field: string): string =>
  `record:${name}.${field}`

interface Upload {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly head: Buffer | null
}

/**
 * Returns the values with what is known of the files among them. Throws 422 for one that is not the writer's upload for
 * this field, nor a file that this record has held before, and for one that is not what its type says.
 */
export async function withFiles(
  resource: Resource,
  values: Row,
  previous: Stored | undefined,
  { user, sql: database }: Scope,
): Promise<Row> {
  const known: Row = {}
  const errors: FieldErrors = {}
  for (const [name, field] of partsOf(resource.fields).files) {
    const given = values[name]
    if (!isObject(given)) continue
    if (given['id'] === idOf(previous?.[name])) {
      known[name] = previous?.[name]
      continue
    }
    const { rows } = await sql<Upload>`
      select f.id, f.name, f.size, f.media_type as type,
        (select substring(c.data from 1 for 16) from file_chunks c
          where c.file_id = f.id and c.position = 0) as head
      from files f
      where f.id = ${given['id']} and f.purpose = ${recordPurpose(resource, name)}
        and f.expires_at > now() and f.stored = f.size
        and case when f.metadata ? 'record' then f.metadata ->> 'record' = ${String(previous?.id)}
          else f.user_id = ${user.id} end`.execute(database)
    const [found] = rows
    const problem = found ? problemOf(found, field) : msg('upload_the_file_again')
    if (problem !== undefined) errors[name] = [problem]
    else if (found)
      known[name] = { id: found.id, name: found.name, size: found.size, type: found.type }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { ...values, ...known }
}

/** Keeps the files that a record holds now for as long as it does, and lets go of those that it held before. */
export async function keepFiles(
  resource: Resource,
  { before, after }: { before?: Stored; after?: Stored },
  { sql: database }: Pick<Scope, 'sql'>,
): Promise<void> {
  for (const [name] of partsOf(resource.fields).files) {
    const [old, now] = [idOf(before?.[name]), idOf(after?.[name])]
    if (old === now) continue
    if (old !== undefined) {
      await sql`update files set expires_at = now() + ${keptDays} * interval '1 day'
        where id = ${old}`.execute(database)
    }
    if (now === undefined) continue
    const record = String(after?.id)
    const { numAffectedRows } = await sql`
      update files set expires_at = ${forEver}, metadata = metadata || jsonb_build_object('record', ${record}::text)
      where id = ${now} and coalesce(metadata ->> 'record', ${record}) = ${record}`.execute(
      database,
    )
    // Somebody was quicker to give the same upload to another record.
    if (numAffectedRows !== 1n) throw invalid({ [name]: [msg('upload_the_file_again')] })
  }
}

const idOf = (value: unknown): unknown => (isObject(value) ? value['id'] : undefined)

function problemOf({ size, type, head }: Upload, field: Field): string | undefined {
  const bounds = kindOf(field).file?.(field)
  if (!bounds) return undefined
  if (size > bounds.bytes) return tooLargeText(bounds.bytes)
  return isTaken(bounds.types, type) && isWhatItSays(type, head)
    ? undefined
    : otherTypeText(bounds.types)
}

export const tooLargeText = (bytes: number): string =>
  msg('the_file_is_too_large', { max: bytes / 1024 / 1024 })

export const otherTypeText = (types: readonly string[]): string =>
  msg('another_type_of_file', {
    types: types.map((type) => type.replace(/^.+\/(?=\w)|\/\*$/, '')).join(', '),
  })

/** How files of some types begin, in Latin-1: a page that calls itself a picture is none. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['\x89PNG\r\n'],
  'image/jpeg': ['\xff\xd8\xff'],
  'image/gif': ['GIF87a', 'GIF89a'],
  'image/webp': ['RIFF'],
  'application/pdf': ['%PDF-'],
}

const isWhatItSays = (type: string, head: Buffer | null): boolean =>
  beginnings[type]?.some((beginning) => head?.toString('latin1').startsWith(beginning)) ?? true
