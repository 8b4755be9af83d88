import { sentence, type Field, type Resource } from '#schema'

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

export function labelOf(resource: Resource, name: string): string {
  const field = resource.fields[name] as Field | undefined
  return field?.options.label ?? sentence(name)
}
