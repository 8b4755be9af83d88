import { isMask, isMasked, kindOf, type Resource, type User } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { formSections } from './values/formSections.ts'

export type Values = Readonly<Record<string, unknown>>

/** What a new record takes over from one that it copies: nothing that is unique, secret, a file or seen only masked. */
export function copyOf(resource: Resource, user: User, record: Row): Values {
  const fields = formSections(resource, user, undefined).flatMap((section) => section.fields)
  const entries = fields.flatMap(({ name, field }): [string, unknown][] => {
    const isOwn = field.options.unique || kindOf(field).writeOnly || kindOf(field).file
    const isHidden = isMasked(field) && isMask(record[name])
    return isOwn || isHidden ? [] : [[name, record[name]]]
  })
  return Object.fromEntries(entries)
}
