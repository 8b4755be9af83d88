import { mayWrite, sentence, type Field, type Resource, type User } from '#schema'

import { badFile } from '../files/signature.ts'
import { msg } from '../../texts/serverMsg.ts'

const columnsLimit = 1_000

/** Names that mean something to programs; no column of a person's data is called so. */
const hostile = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses a first line that cannot be the names of columns, in words. */
export function checkHeaders(headers: readonly string[]): void {
  if (headers.length > columnsLimit) {
    const count = headers.length.toLocaleString('en')
    throw badFile(msg('the_file_has_columns_at_most_1', { count }))
  }
  const bad = headers.find((header) => hostile.has(header.trim().toLowerCase()))
  if (bad) throw badFile(`A column is called "${bad.trim()}". Give it another name.`)
}

/** What the report of refused rows adds to the columns of a file. */
export const reportColumns = ['row_number', 'reason_code', 'reason'] as const

/** How many of the columns are the file's own: a report that comes in again brings the words of the last time along. */
export function ownColumns(headers: readonly string[]): number {
  const first = headers.length - reportColumns.length
  const isReport =
    first > 0 && reportColumns.every((name, index) => headers[first + index] === name)
  return isReport ? ownColumns(headers.slice(0, first)) : headers.length
}

/** The field each column is for, by its header; each field once. */
export function guessMapping(
  resource: Resource,
  user: User,
  headers: readonly string[],
): (string | null)[] {
  const known = fieldsByHeader(resource, user)
  const own = ownColumns(headers)
  const taken = new Set<string>()
  return headers.map((header, index) => {
    const name = index < own ? known.get(plain(header)) : undefined
    if (name === undefined || taken.has(name)) return null
    taken.add(name)
    return name
  })
}

/** The names of the fields a column may be mapped to by this user. */
export function importableNames({ fields, import: declared }: Resource, user: User): string[] {
  return (declared?.fields ?? []).filter((name) => mayWrite(user, fields[name]))
}

/** Field names first, then labels, then the other headers a declaration knows. */
function fieldsByHeader(resource: Resource, user: User): ReadonlyMap<string, string> {
  const names = importableNames(resource, user)
  const options = (name: string) => (resource.fields[name] as Field).options
  const pairs = [
    ...names.flatMap((name) =>
      (options(name).headers ?? []).map((header): [string, string] => [plain(header), name]),
    ),
    ...names.map((name): [string, string] => [plain(labelOf(resource, name)), name]),
    ...names.map((name): [string, string] => [plain(name), name]),
  ]
  return new Map(pairs)
}

export function labelOf(resource: Resource, name: string): string {
  const field = resource.fields[name] as Field | undefined
  return field?.options.label ?? sentence(name)
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
